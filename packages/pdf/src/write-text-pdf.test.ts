import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { createPageWriter } from './page-writer.ts'
import { readBlocks } from './read-blocks.ts'
import { drawText, type TextPdf, writeTextPdf } from './write-text-pdf.ts'

const html = `<p>Between the customer and Poller &amp; Söhne &#x3C;GmbH>, <strong>Poststraße 1</strong>,
20354 Hamburg.</p>
<!--when lacks vatId--><div class="prose-heading"><h2 id="a" tabindex="-1">Subject</h2><a href="#a" class="prose-anchor"><span aria-hidden="true">#</span><span class="sr-only">Link to “Subject”</span></a></div>
<ul>
<li>One, <em>at least</em>
<ul><li>below</li></ul></li>
<li>Two: <a href="https://site.example/en/legal">the notice</a></li>
</ul>
<ol><li>First</li></ol>
<p>Machines: A<br>B</p>
<div class="prose-table scroll-row" role="group" tabindex="0"><table><thead><tr><th>month</th><th align="right">credit</th></tr></thead><tbody><tr><td>bad</td><td align="right">10%</td></tr></tbody></table></div>`
const address = 'https://site.example/en/legal/data-processing-agreement'
const text: TextPdf = {
  language: 'en',
  title: 'Data processing agreement',
  state: 'Version 1, in force since 26 November 2026',
  day: '2026-11-26',
  author: ['Poller & Söhne GmbH', '20354 Hamburg'],
  html,
  address,
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
}
const spans = (...texts: string[]) => texts.map((one) => ({ text: one, isBold: false }))

/** All words that are drawn, in their order. */
function drawnWords(given: TextPdf): string {
  const doc = new PDFDocument({ bufferPages: true })
  const drawn: string[] = []
  doc.text = (one: string) => {
    drawn.push(one)
    return doc
  }
  drawText(doc, createPageWriter(doc), given, readBlocks(given.html))
  return drawn.join(' ').replaceAll(/\s+/gu, ' ')
}

test('blocks keep every word, entities become characters, and links name where they lead', () => {
  expect(readBlocks(html)).toEqual([
    {
      kind: 'paragraph',
      spans: [
        ...spans('Between the customer and Poller & Söhne <GmbH>, '),
        { text: 'Poststraße 1', isBold: true },
        ...spans(', 20354 Hamburg.'),
      ],
    },
    { kind: 'heading', level: 2, spans: spans('Subject') },
    { kind: 'item', depth: 0, marker: '•', spans: spans('One, ', 'at least', ' ') },
    { kind: 'item', depth: 1, marker: '•', spans: spans('below') },
    { kind: 'item', depth: 0, marker: '•', spans: spans('Two: ', 'the notice', ' (https://site.example/en/legal)') },
    { kind: 'item', depth: 0, marker: '1.', spans: spans('First') },
    { kind: 'paragraph', spans: spans('Machines: A', '\n', 'B') },
    {
      kind: 'table',
      rows: [
        [
          { isHead: true, isAtEnd: false, spans: spans('month') },
          { isHead: true, isAtEnd: true, spans: spans('credit') },
        ],
        [
          { isHead: false, isAtEnd: false, spans: spans('bad') },
          { isHead: false, isAtEnd: true, spans: spans('10%') },
        ],
      ],
    },
  ])
})

test('a contract loses no word: what a PDF cannot show is refused', () => {
  for (const bad of ['<figure>x</figure>', '<p><svg></svg></p>', 'words alone', '<ul><li><table></table></li></ul>'])
    expect(() => readBlocks(bad), bad).toThrow()
})

test('title, version, who publishes it, the whole text and the foot of the page are drawn', () => {
  const words = drawnWords(text)
  for (const part of [
    'Data processing agreement Version 1, in force since 26 November 2026 Poller & Söhne GmbH 20354 Hamburg',
    'Between the customer and Poller & Söhne <GmbH>, Poststraße 1 , 20354 Hamburg. Subject • One, at least • below',
    '1. First Machines: A B month credit bad 10%',
  ])
    expect(words).toContain(part)
  // Lines may end within an address.
  expect(words.replaceAll(' ', '')).toContain(`${address}Page1of1`)
})

test('a long text goes over pages, and a word without end breaks nothing', () => {
  const long = drawnWords({ ...text, html: `<p>${'word '.repeat(3_000)}</p><p>${'x'.repeat(5_000)}</p>` })
  expect(long).toContain('Page 2 of 5')
  expect(long.match(/\bword\b/gu)).toHaveLength(3_000)
  expect(long.replaceAll(/[^x]/gu, '')).toHaveLength(5_000 + (address.match(/x/gu)?.length ?? 0) * 5)
})

test('it is PDF/A-2b with its title and language, and the same text gives the same bytes', async () => {
  const pdf = await writeTextPdf(text)
  const shown = pdf.toString('latin1')
  for (const mark of ['%PDF-1.7', '<pdfaid:part>2<', '<pdfaid:conformance>B<', '/Lang (en)', '/GTS_PDFA1'])
    expect(shown, mark).toContain(mark)
  expect(shown).not.toMatch(/\/BaseFont \/(?:Helvetica|Times|Courier)\b/u)
  expect((await writeTextPdf(text)).equals(pdf)).toBe(true)
})

test('figures end where their column does, and a text that is published nowhere has no address at its foot', () => {
  const doc = new PDFDocument({ bufferPages: true })
  const drawn: { text: string; x: number; y: number }[] = []
  const write = createPageWriter(doc)
  const noting: typeof write = {
    ...write,
    text(one, x, y, style) {
      drawn.push({ text: one, x, y })
      return write.text(one, x, y, style)
    },
  }
  const rows = ['7', '1,234,567'].map((figure) => `<tr><td>name</td><td align="right">${figure}</td></tr>`).join('')
  const given = { ...text, html: `<table><tbody>${rows}</tbody></table>`, address: null }
  drawText(doc, noting, given, readBlocks(given.html))
  const endOf = (figure: string) =>
    (drawn.find((one) => one.text === figure)?.x ?? 0) + write.width(figure, { size: 9, weight: 'regular' })
  // The right edge of the page's text.
  expect([endOf('7'), endOf('1,234,567')]).toEqual([expect.closeTo(527, 5), expect.closeTo(527, 5)])
  expect(drawn.filter(({ y }) => y > 760).map((one) => one.text)).toEqual([
    `${text.title} · ${text.state}`,
    'Page 1 of 1',
  ])
})
