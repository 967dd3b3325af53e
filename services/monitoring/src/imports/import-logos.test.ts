import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetConfiguration } from '../configuration/testing/configuration-calls.ts'
import { startService, type TestService } from '../testing/start-service.ts'
import { importCalls, notesOf } from './testing/import-calls.ts'
import { kumaDatabase } from './testing/kuma-database.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(() => forgetConfiguration(world))

const calls = importCalls(() => world)
const { read } = calls
const take = (content: string, more: object = {}) => calls.take('UPTIME_KUMA', content, more)

describe('logos of status pages', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture')])
  const content = png.toString('base64')
  const shown = `data:image/png;base64,${content}`
  const database = (...icons: string[]) =>
    kumaDatabase({
      monitor: [{ id: 1, name: 'Web', type: 'http', url: 'https://web.example/', interval: 60 }],
      status_page: icons.map((icon, index) => ({ id: index + 1, slug: `p${index}`, title: `P${index}`, icon })),
    })
  const logos = async () => (await read()).statusPages?.map(({ logo }) => logo)

  test('come from files and from data URLs, by what they are, and what could not be taken is told', async () => {
    const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex').toString('base64')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString(
      'base64',
    )
    const taken = await take(
      database(
        '/icon.svg',
        '/upload/logo2.png?t=1700000000000',
        shown,
        '/upload/logo4.png',
        `data:image/png;base64,${jpeg}`,
        `data:image/svg+xml;base64,${svg}`,
        '/upload/logo7.png',
        '/upload/logo8.png',
        'https://elsewhere.example/logo.png',
      ),
      {
        pictures: [
          { name: 'logo2.png', content },
          { name: 'logo7.png', content: svg },
          { name: 'logo8.png', content: Buffer.concat([png, Buffer.alloc(49_152)]).toString('base64') },
          { name: 'logo.png', content },
        ],
      },
    )
    const asJpeg = `data:image/jpeg;base64,${jpeg}`
    expect(await logos()).toEqual([null, shown, shown, null, asJpeg, null, null, null, null])
    expect(notesOf(taken).filter((one) => one.endsWith('icon'))).toEqual([
      'P3: set-up-anew icon',
      'P5: value-invalid icon',
      'P6: value-invalid icon',
      'P7: value-invalid icon',
      'P8: set-up-anew icon',
    ])
    const told = taken.unmapped.filter(({ field }) => field === 'icon').map(({ value }) => value)
    expect(told[0]).toBe('/upload/logo4.png')
    expect(told[2]).toBe('logo7.png')
    expect(JSON.stringify(taken)).not.toContain(svg)
  })

  test('come later where the files were not at hand, and do not replace one that was chosen here', async () => {
    const content1 = database('/upload/logo1.png')
    await take(content1)
    expect(await logos()).toEqual([null])
    expect((await take(content1, { pictures: [{ name: 'logo1.png', content }] })).changed[0]?.fields).toMatchObject([
      { pointer: '/logo' },
    ])
    expect(await logos()).toEqual([shown])
    const other = Buffer.concat([png, Buffer.from('!')]).toString('base64')
    expect((await take(content1, { pictures: [{ name: 'logo1.png', content: other }] })).changed).toEqual([])
    expect(await logos()).toEqual([shown])
  })

  test('belong to no other product, and are neither too many nor too large', async () => {
    const picture = { name: 'logo1.png', content }
    expect(await calls.refusal('CSV', 'target\nhttps://a.example/', { pictures: [picture] })).toEqual([
      'validation-failed',
      '/pictures not-of-source',
    ])
    const refused = async (pictures: object[]) =>
      calls.refusal('UPTIME_KUMA', database('/upload/logo1.png'), { pictures })
    expect(await refused(Array.from({ length: 21 }, () => picture))).toEqual([
      'validation-failed',
      expect.stringContaining('/pictures '),
    ])
    expect(await refused([{ ...picture, content: 'A'.repeat(349_532) }])).toEqual([
      'validation-failed',
      expect.stringContaining('/pictures/0/content '),
    ])
    expect(await logos()).toEqual([])
  })
})
