import { MIMEType } from 'node:util'

/** The media type that a header names; undefined where it names none. Never throws. */
export function parseContentType(header: string | undefined): MIMEType | undefined {
  if (header === undefined) return undefined
  try {
    return new MIMEType(header)
  } catch {
    return undefined
  }
}
