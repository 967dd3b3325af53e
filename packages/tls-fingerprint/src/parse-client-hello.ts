/** What a ClientHello offers, in the order in which it offers it. Code points are IANA's numbers, GREASE included. */
export interface ClientHello {
  /** The version field of the message; TLS 1.3 says 0x0303 there. */
  readonly legacyVersion: number
  readonly cipherSuites: readonly number[]
  readonly extensions: readonly number[]
  readonly supportedVersions: readonly number[]
  readonly groups: readonly number[]
  readonly signatureAlgorithms: readonly number[]
  /** Names of protocols as raw bytes, one character a byte. */
  readonly alpn: readonly string[]
}

const extensionType = { supportedGroups: 10, signatureAlgorithms: 13, alpn: 16, supportedVersions: 43 } as const

/**
 * Reads the body of a ClientHello (RFC 8446, 4.1.2). Null for one that is cut short or whose lengths disagree: TLS
 * itself refuses those too.
 */
export function parseClientHello(body: Buffer): ClientHello | null {
  try {
    const reader = new Reader(body)
    const legacyVersion = reader.uint16()
    reader.skip(32)
    reader.vector(1)
    const cipherSuites = reader.vector(2).uint16s()
    reader.vector(1)
    const extensions = reader.isAtEnd ? [] : readExtensions(reader.vector(2))
    if (!reader.isAtEnd) return null
    const contentOf = (type: number): Reader | null => {
      const content = extensions.find((extension) => extension.type === type)?.content
      return content === undefined ? null : new Reader(content)
    }
    return {
      legacyVersion,
      cipherSuites,
      extensions: extensions.map(({ type }) => type),
      supportedVersions: contentOf(extensionType.supportedVersions)?.vector(1).uint16s() ?? [],
      groups: contentOf(extensionType.supportedGroups)?.vector(2).uint16s() ?? [],
      signatureAlgorithms: contentOf(extensionType.signatureAlgorithms)?.vector(2).uint16s() ?? [],
      alpn: contentOf(extensionType.alpn)?.vector(2).strings() ?? [],
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** GREASE: values that mean nothing and keep servers from choking on new ones (RFC 8701). */
export function isGrease(value: number): boolean {
  return (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff)
}

function readExtensions(reader: Reader): { type: number; content: Buffer }[] {
  const extensions: { type: number; content: Buffer }[] = []
  while (!reader.isAtEnd) extensions.push({ type: reader.uint16(), content: reader.vector(2).bytes })
  return extensions
}

/** Reads big-endian numbers and vectors with a length in front; past the end it throws a RangeError, as Buffer does. */
class Reader {
  readonly bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length
  }

  uint16(): number {
    this.skip(2)
    return this.bytes.readUInt16BE(this.#at - 2)
  }

  skip(count: number): void {
    if (this.#at + count > this.bytes.length) throw new RangeError('The message ends early')
    this.#at += count
  }

  /** A vector whose length takes one or two bytes. */
  vector(lengthBytes: 1 | 2): Reader {
    this.skip(lengthBytes)
    const length = this.bytes.readUIntBE(this.#at - lengthBytes, lengthBytes)
    this.skip(length)
    return new Reader(this.bytes.subarray(this.#at - length, this.#at))
  }

  uint16s(): number[] {
    const values: number[] = []
    while (!this.isAtEnd) values.push(this.uint16())
    return values
  }

  strings(): string[] {
    const values: string[] = []
    while (!this.isAtEnd) values.push(this.vector(1).bytes.toString('latin1'))
    return values
  }
}
