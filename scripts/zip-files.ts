import { crc32, deflateRawSync } from 'node:zlib'

/** Readable for every user, as Lambda needs it. */
const unixMode = 0o100644
const madeOnUnix = 3 << 8
/** 2.0: the first version of the format with deflate. */
const formatVersion = 20
const namesAreUtf8 = 1 << 11
const deflated = 8
/** 1 January 1980, midnight: the first time that the format knows. It names no time zone, so the bytes are equal everywhere. */
const longAgo = { time: 0, date: (1 << 5) | 1 }

/** Of all values of `memLevel`, this one makes the smallest zips of our modules: its blocks are shorter, so their codes fit better. */
const deflateOptions = { level: 9, memLevel: 6 }

/**
 * A zip of the files, by their names and in their order. Equal files give equal bytes at any time and place with the same Node. On another
 * kind of processor its zlib may pack them in another way. Throws a `RangeError` from 4 GB or 65,536 files on, because the format needs an extension then.
 */
export function zipFiles(files: Readonly<Record<string, Uint8Array>>): Buffer {
  const contents: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [fileName, content] of Object.entries(files)) {
    const name = Buffer.from(fileName)
    const data = deflateRawSync(content, deflateOptions)
    const description = describeFile({ name, content, data })
    const entry = [localHeader(description), name, data]
    contents.push(...entry)
    directory.push(directoryHeader(description, offset), name)
    offset += bytesOf(entry)
  }
  return Buffer.concat([...contents, ...directory, endOf({ directory, offset })])
}

const bytesOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0)

/** What both headers of a file say of it (APPNOTE 4.4.3 to 4.4.11). */
function describeFile({ name, content, data }: { name: Buffer; content: Uint8Array; data: Buffer }): Buffer {
  const description = Buffer.alloc(26)
  description.writeUInt16LE(formatVersion, 0)
  description.writeUInt16LE(namesAreUtf8, 2)
  description.writeUInt16LE(deflated, 4)
  description.writeUInt16LE(longAgo.time, 6)
  description.writeUInt16LE(longAgo.date, 8)
  description.writeUInt32LE(crc32(content), 10)
  description.writeUInt32LE(data.length, 14)
  description.writeUInt32LE(content.length, 18)
  description.writeUInt16LE(name.length, 22)
  return description
}

/** The header before a file's data (APPNOTE 4.3.7). */
const localHeader = (description: Buffer): Buffer => Buffer.concat([Buffer.from('PK\x03\x04'), description])

/** A file's entry in the directory at the end (APPNOTE 4.3.12). */
function directoryHeader(description: Buffer, offset: number): Buffer {
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(madeOnUnix | formatVersion)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(unixMode * 0x1_0000, 6)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, description, rest])
}

/** The end of the zip, which says where its directory is (APPNOTE 4.3.16). */
function endOf({ directory, offset }: { directory: readonly Buffer[]; offset: number }): Buffer {
  const files = directory.length / 2
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files, 4)
  end.writeUInt16LE(files, 6)
  end.writeUInt32LE(bytesOf(directory), 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([Buffer.from('PK\x05\x06'), end])
}
