import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderAsync } from '@resvg/resvg-js'
import { layOutTitle } from './lay-out-title.ts'
import { socialImageSize } from './social-image-address.ts'
import { openTypeface } from './typeface.ts'

export interface SocialImage {
  readonly title: string
  /** Where in the site the page is; null where that says nothing. */
  readonly section: string | null
}

const display = openTypeface('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2')
const text = openTypeface('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')
const tokens = readFileSync(fileURLToPath(import.meta.resolve('@bollard/ui/tokens.css')), 'utf8')
const { width, height } = socialImageSize
const left = 80

/** What other sites show of a page that somebody passes on: a PNG. It is drawn beside this thread. */
export async function drawSocialImage(image: SocialImage): Promise<Buffer> {
  const drawn = await renderAsync(socialImageSvg(image), { font: { loadSystemFonts: false } })
  return drawn.asPng()
}

/** The picture as SVG. Text is there as outlines only. */
export function socialImageSvg({ title, section }: SocialImage): string {
  const leading = 1.06
  const sizes = Array.from({ length: 25 }, (_, index) => 92 - index * 2)
  const room = { width: width - 2 * left, height: 236, leading, sizes }
  const { size, lines } = layOutTitle(title, display.widthOf, room)
  const top = section === null ? 150 : 202
  const written = lines.map((line, index) =>
    // Capitals are about two thirds as high as the size.
    display.outline(line, left, top + size * (0.76 + index * leading), size),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${colour('paper')}"/>`,
    `<g transform="translate(${left} 54) scale(2.1)">${mark()}</g>`,
    `<g fill="${colour('ink')}">${display.outline('Bollard', 152, 99, 42)}</g>`,
    section === null ? '' : `<g fill="${colour('ink-2')}">${text.outline(section, left, 178, 29)}</g>`,
    `<g fill="${colour('ink')}">${written.join('')}</g>`,
    street(),
    '</svg>',
  ].join('')
}

/** The three posts of the logo. */
function mark(): string {
  const post = (x: number, y: number, fill: string) =>
    `<rect x="${x}" y="${y}" width="6" height="${26 - y}" rx="3" fill="${fill}"/>`
  return post(1, 9, colour('ink')) + post(10, 2, colour('amber')) + post(19, 9, colour('ink'))
}

/** The street of the landing page: people, who are circles, pass between the posts; bots, which are squares, are stopped by them. */
function street(): string {
  const spacing = 141
  const ground = 586
  const people = [1, 3, 6]
  const bots = [
    { post: 3, tilt: -12 },
    { post: 5, tilt: 9 },
    { post: 8, tilt: -16 },
  ]
  const posts = Array.from({ length: 9 }, (_, index) => {
    const x = 18 + index * spacing
    const isTall = index % 4 === 1
    const top = ground - (isTall ? 118 : 96)
    const post = `<rect x="${x}" y="${top}" width="36" height="${ground - top + 4}" rx="18" fill="${colour(isTall ? 'amber' : 'ink')}"/>`
    return isTall
      ? `${post}<rect x="${x}" y="${top + 34}" width="36" height="15" fill="${colour('on-amber')}" opacity=".85"/>`
      : post
  })
  return [
    `<rect y="${ground}" width="${width}" height="${height - ground}" fill="${colour('sunken')}"/>`,
    ...posts,
    ...people.map((post) => {
      const radius = 18 + (post % 3) * 2
      return `<circle cx="${18 + post * spacing + 88}" cy="${ground - radius}" r="${radius}" fill="${colour('human')}"/>`
    }),
    ...bots.map(({ post, tilt }) => {
      const x = 18 + post * spacing - 33
      const turn = `rotate(${tilt} ${x + 20} ${ground - 20})`
      return `<rect x="${x}" y="${ground - 43}" width="40" height="40" rx="5" fill="${colour('bot')}" transform="${turn}"/>`
    }),
  ].join('')
}

/** A colour of the design system by day. */
function colour(name: string): string {
  const found = new RegExp(`--${name}: (?:light-dark\\()?(#[0-9a-f]{6})`, 'u').exec(tokens)?.[1]
  if (found === undefined) throw new Error(`The design system has no colour ${name}`)
  return found
}
