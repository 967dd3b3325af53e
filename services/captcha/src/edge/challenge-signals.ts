import { crc32 } from 'node:zlib'

// The lower half of a challenge's 32 server bits are those of the score's catalogue; the upper half
// remembers the user agent at issue, of which 16 bits are enough to notice another one.
const signalBits = 0xffff

export function packSignals(signals: number, userAgent: string): number {
  return (((crc32(userAgent) & signalBits) << 16) | (signals & signalBits)) >>> 0
}

export function signalsOf(packed: number): number {
  return packed & signalBits
}

export function hasUserAgent(packed: number, userAgent: string): boolean {
  return packed >>> 16 === (crc32(userAgent) & signalBits)
}
