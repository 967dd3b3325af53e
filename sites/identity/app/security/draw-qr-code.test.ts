import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { drawQrCode, type QrCode } from './draw-qr-code.server.ts'

/** Which modules a path covers, read back from its text alone. */
function modulesOf({ size, path }: QrCode): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu)) {
    for (let at = 0; at < Number(width); at++) (grid[Number(y)] ?? [])[Number(x) + at] = true
  }
  return grid
}

test('the path covers exactly the dark modules', () => {
  const uri = 'otpauth://totp/Bollard:anna%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Bollard'
  const code = drawQrCode(uri)
  const { modules } = QRCode.create(uri, { errorCorrectionLevel: 'M' })
  const expected = Array.from({ length: modules.size }, (_row, y) =>
    Array.from({ length: modules.size }, (_column, x) => Boolean(modules.get(y, x))),
  )
  expect(code.size).toBe(modules.size)
  expect(modulesOf(code)).toEqual(expected)
})
