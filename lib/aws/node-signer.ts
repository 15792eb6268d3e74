import { createHash, createHmac } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'

export type AwsAccess = {
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

/** `url`: absent, that of the service. `keys` keeps the keys that were derived, for a day each. */
type Post = {
  access: AwsAccess
  service: string
  headers: Record<string, string>
  body: string
  nowMs: number
  url?: string
  keys?: Map<string, Buffer>
}

export async function signPost({ access, nowMs, url = access.url, keys = new Map(), ...post }: Post) {
  const { region, accessKeyId, secretAccessKey, sessionToken } = access
  const datetime = new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const given = { ...post, method: 'POST', url, datetime, region, accessKeyId, secretAccessKey, keys }
  const signed = await new NodeSigner({ ...given, ...(sessionToken !== undefined && { sessionToken }) }).sign()
  return { url: signed.url, headers: Object.fromEntries(signed.headers), body: post.body }
}

type Key = string | Buffer
type SignerOptions = Omit<ConstructorParameters<typeof AwsV4Signer>[0], 'cache'> & { keys: Map<string, Buffer> }
const hmac = (key: Key, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The signer of aws4fetch with Node's hashes: for so little, Web Crypto's other thread takes ten times as long. */
class NodeSigner extends AwsV4Signer {
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
