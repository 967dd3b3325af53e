/** Most bytes, record headers included, that a client may need to say hello. Browsers need some 2 kB. */
export const helloLimitBytes = 16_384

const handshakeRecord = 22
const clientHelloMessage = 1
const recordHeaderBytes = 5
const messageHeaderBytes = 4
const recordLimitBytes = 16_384

/** What is known so far: the body of the whole message, that more bytes are needed, or that this is no ClientHello. */
export type Collected =
  | { readonly status: 'complete'; readonly body: Buffer }
  | { readonly status: 'more' }
  | { readonly status: 'refused' }

const more: Collected = { status: 'more' }
const refused: Collected = { status: 'refused' }

/**
 * Puts a ClientHello together from whatever pieces TCP delivers it in, also when it spreads over several TLS records
 * (RFC 8446, 5.1). Every byte is looked at once, so a sender of tiny pieces cannot make it expensive.
 */
export class ClientHelloCollector {
  #received = 0
  readonly #header = Buffer.alloc(recordHeaderBytes)
  #headerFilled = 0
  #recordLeft = 0
  #message: Buffer = Buffer.alloc(512)
  #messageFilled = 0

  /** Takes the next bytes of the connection. After anything but `more` the collector is done. */
  add(chunk: Buffer): Collected {
    let at = 0
    while (at < chunk.length) {
      const taken = this.#recordLeft === 0 ? this.#takeHeader(chunk, at) : this.#takeFragment(chunk, at)
      if (taken === null) return refused
      at += taken
      this.#received += taken
      const needed = this.#messageBytes()
      if (needed === null) return refused
      if (this.#messageFilled >= needed)
        return { status: 'complete', body: this.#message.subarray(messageHeaderBytes, needed) }
      if (this.#received >= helloLimitBytes) return refused
    }
    return more
  }

  #takeHeader(chunk: Buffer, at: number): number | null {
    const taken = chunk.copy(this.#header, this.#headerFilled, at, at + recordHeaderBytes - this.#headerFilled)
    this.#headerFilled += taken
    if (this.#header[0] !== handshakeRecord || (this.#headerFilled > 1 && this.#header[1] !== 3)) return null
    if (this.#headerFilled < recordHeaderBytes) return taken
    this.#headerFilled = 0
    this.#recordLeft = this.#header.readUInt16BE(3)
    return this.#recordLeft === 0 || this.#recordLeft > recordLimitBytes ? null : taken
  }

  #takeFragment(chunk: Buffer, at: number): number {
    const length = Math.min(this.#recordLeft, chunk.length - at, helloLimitBytes - this.#messageFilled)
    this.#makeRoom(this.#messageFilled + length)
    chunk.copy(this.#message, this.#messageFilled, at, at + length)
    this.#messageFilled += length
    this.#recordLeft -= length
    return length
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#message.length) return
    const larger = Buffer.alloc(Math.min(helloLimitBytes, Math.max(bytes, this.#message.length * 2)))
    this.#message.copy(larger, 0, 0, this.#messageFilled)
    this.#message = larger
  }

  /** Length of the whole message as far as it is known; null when it is no ClientHello or too long. */
  #messageBytes(): number | null {
    if (this.#messageFilled > 0 && this.#message[0] !== clientHelloMessage) return null
    if (this.#messageFilled < messageHeaderBytes) return Number.POSITIVE_INFINITY
    const bytes = messageHeaderBytes + this.#message.readUIntBE(1, 3)
    return bytes > helloLimitBytes ? null : bytes
  }
}
