import { expect, test } from 'vitest'
import { drawSocialImage, socialImageSvg } from './draw-social-image.ts'

test('a picture is a PNG of 1200 × 630 pixels that no network is too slow for', async () => {
  const png = await drawSocialImage({ title: 'Was die EU-ePrivacy-Verordnung regelt', section: 'Wiki' })
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(png.length).toBeLessThan(120_000)
})

test('nothing of a title becomes markup, and letters that the typeface lacks are left out', async () => {
  const hostile = '</g><script href="x">&amp;\u0000 ]]> {{7*7}} 株式 \u202E'
  const svg = socialImageSvg({ title: hostile, section: hostile })
  expect(svg.replaceAll(/<(\/?)(?:svg|g|rect|circle|path)(?: [a-z-]+="[#\w .,()-]*"| xmlns="[^"]*")*\/?>/gu, '')).toBe(
    '',
  )
  expect((await drawSocialImage({ title: hostile, section: null })).toString('latin1', 1, 4)).toBe('PNG')
  expect(socialImageSvg({ title: 'A 株', section: null })).toBe(socialImageSvg({ title: 'A ', section: null }))
})
