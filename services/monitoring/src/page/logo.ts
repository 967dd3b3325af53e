import { logoBytesMax } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'

/** How files of the types that the contract takes begin. */
const signatures: Readonly<Record<string, RegExp>> = {
  png: /^89504e470d0a1a0a/u,
  jpeg: /^ffd8ff/u,
  // RIFF, four bytes of length, WEBP.
  webp: /^52494646.{8}57454250/u,
}

/** A picture as a page takes it, by what it begins with; null for another format and for more bytes than a page may have. */
export function toLogo(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 12).toString('hex')
  const type = Object.keys(signatures).find((name) => signatures[name]?.test(start))
  if (type === undefined || bytes.length > logoBytesMax) return null
  return `data:image/${type};base64,${bytes.toString('base64')}`
}

/** Refuses what is not the picture that it says, or too large. The contract has checked how it is written. */
export function assertLogo(logo: string | null): void {
  if (logo === null) return
  const type = /^data:image\/(\w+);/u.exec(logo)?.[1] ?? ''
  const bytes = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  const isPicture = signatures[type]?.test(bytes.subarray(0, 12).toString('hex')) === true
  const code = bytes.length > logoBytesMax ? 'too-large' : isPicture ? null : 'not-a-picture'
  if (code !== null) throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/logo', code }] })
}
