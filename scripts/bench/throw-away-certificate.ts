import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

type Certificate = { key: Buffer; cert: Buffer; file: string }

/**
 * Makes a key and a certificate for 127.0.0.1 that signs itself, in a folder of the caller; `file` is the certificate's. It needs
 * `openssl`: Node can make keys, but no certificates.
 */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=bench', '-addext', 'subjectAltName=IP:127.0.0.1']
  try {
    await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', keyFile, '-out', file])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error('openssl is not installed')
    throw error
  }
  return { key: await readFile(keyFile), cert: await readFile(file), file }
}
