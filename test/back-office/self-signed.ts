import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(`certificate/${name}.pem`, import.meta.url))

/** A certificate for 127.0.0.1 that nobody trusts, valid until 2126. Its key is public and protects nothing. */
export const selfSigned = { key: read('key'), cert: read('cert') }
