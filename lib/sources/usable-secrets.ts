import { type SignatureScheme, toKey } from './signature.ts'
import type { Source } from './source.ts'

/** A shorter key can be guessed. No sender that makes the secret itself gives a shorter one. */
export const fewestKeyBytes = 16

/** Whether the key that a sender makes of a secret has the right format and is long enough. */
export const isUsableKey = (scheme: SignatureScheme, secret: string): boolean =>
  (toKey(scheme, secret)?.length ?? 0) >= fewestKeyBytes

/** Without a word of its sender a secret is as long as its text. */
export const isUsableSecret = ({ isUsable }: Pick<Source, 'isUsable'>, secret: string): boolean =>
  isUsable ? isUsable(secret) : Buffer.byteLength(secret.trim()) >= fewestKeyBytes

/** The secrets of a source that may prove something. `left`: why others may not, for the log; it shows none of them. */
export function usableSecrets(
  source: Pick<Source, 'isUsable'>,
  secrets: readonly string[],
): { usable: string[]; left?: string } {
  const usable = secrets.filter((secret) => isUsableSecret(source, secret))
  const count = secrets.length - usable.length
  if (count === 0) return { usable }
  return {
    usable,
    left: `${count} of ${secrets.length} secrets of this source ${count === 1 ? 'is' : 'are'} too short (fewer than ${fewestKeyBytes} bytes) or in the wrong format: docs/senders.md`,
  }
}
