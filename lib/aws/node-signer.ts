import { createHash, createHmac } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'

type Key = string | Buffer
export type SignerOptions = Omit<ConstructorParameters<typeof AwsV4Signer>[0], 'cache'> & { keys: Map<string, Buffer> }

const hmac = (key: Key, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The signer of aws4fetch with Node's hashes in place of Web Crypto's, which hash in another thread: for a request of a few kilobytes the
 * way there and back takes ten times as long as the hash. `keys` keeps the keys that were derived, for a day each.
 */
export class NodeSigner extends AwsV4Signer {
  readonly #keys: Map<string, Buffer>

  constructor({ keys, ...options }: SignerOptions) {
    super(options)
    this.#keys = keys
  }

  override async hexBodyHash(): Promise<string> {
    return sha256(String(this.body ?? ''))
  }

  override async stringToSign(): Promise<string> {
    const canonical = sha256(await this.canonicalString())
    return ['AWS4-HMAC-SHA256', this.datetime, this.credentialString, canonical].join('\n')
  }

  override async signature(): Promise<string> {
    return hmac(this.#key(), await this.stringToSign()).toString('hex')
  }

  #key(): Key {
    const known = this.#keys.get(this.credentialString)
    if (known) return known
    const key = this.credentialString.split('/').reduce<Key>(hmac, `AWS4${this.secretAccessKey}`)
    this.#keys.set(this.credentialString, key as Buffer)
    return key
  }
}
