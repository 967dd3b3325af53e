import type { Language } from '@bollard/i18n'
import PDFDocument from 'pdfkit'
import { layOutSpans, type Piece } from './lay-out-spans.ts'
import { createPageWriter, inkMuted, lineHeight, type PageWriter } from './page-writer.ts'
import { type Block, type Cell, readBlocks, type Span } from './read-blocks.ts'

export { readBlocks }

export interface TextPdf {
  readonly language: Language
  readonly title: string
  /** Which version it is, and from when it holds. */
  readonly state: string
  /** The day from which it holds, ISO 8601. The file says it was made then, so that the same text gives the same bytes. */
  readonly day: string
  /** Who publishes it: the name, then lines of address. */
  readonly author: readonly string[]
  /** As the content pipeline makes it; see `readBlocks`. */
  readonly html: string
  /** Both stand at the foot of each page: where the text is published, null for nowhere, and which page of how many it is. */
  readonly address: string | null
  readonly pageOf: (page: number, pages: number) => string
}
type Document = InstanceType<typeof PDFDocument>

/** Points. */
const page = { left: 68, right: 527, top: 64, bottom: 752, foot: 782 } as const
const width = page.right - page.left
const size = 10

/** A text as PDF/A-2b. Rejects where it has an element that the PDF couldn't show. */
export async function writeTextPdf(text: TextPdf): Promise<Buffer> {
  const blocks = readBlocks(text.html)
  const made = new Date(`${text.day}T12:00:00Z`)
  const [author = ''] = text.author
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-2b',
    lang: text.language,
    displayTitle: true,
    info: { Title: text.title, Author: author, Subject: text.state, CreationDate: made, ModDate: made },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  drawText(doc, createPageWriter(doc), text, blocks)
  doc.end()
  return written
}

/** Where the next line stands, in points from the top. */
interface Pen {
  y: number
  /** Goes on to the next page where this has no such height left. */
  readonly need: (height: number) => void
}

/** Draws all of a text, on as many pages as it needs. */
export function drawText(doc: Document, write: PageWriter, text: TextPdf, blocks: readonly Block[]): void {
  const pen: Pen = {
    y: page.top,
    need(height) {
      if (pen.y + height <= page.bottom) return
      doc.addPage()
      pen.y = page.top
    },
  }
  pen.y += write.text(text.title, page.left, pen.y, { size: 20, weight: 'bold', width }) + 4
  pen.y += write.text(text.state, page.left, pen.y, { colour: inkMuted, width }) + 8
  for (const line of text.author) pen.y += write.text(line, page.left, pen.y, { size: 9, colour: inkMuted, width })
  write.rule(page.left, pen.y + 10, width)
  pen.y += 24
  for (const block of blocks)
    switch (block.kind) {
      case 'heading':
        pen.y += 8
        // Never alone at the end of a page.
        pen.need(70)
        doc.outline.addItem(block.spans.map((span) => span.text).join(''))
        drawSpans(pen, write, bold(block.spans), { size: block.level === 2 ? 13 : 11 })
        pen.y += 3
        break
      case 'paragraph':
        drawSpans(pen, write, block.spans)
        pen.y += 6
        break
      case 'item': {
        const indent = 16 + block.depth * 16
        pen.need(size * lineHeight)
        write.text(block.marker, page.left + indent - 14, pen.y, { size })
        drawSpans(pen, write, block.spans, { indent })
        pen.y += 3
        break
      }
      case 'table':
        drawTable(pen, write, block.rows)
        pen.y += 6
        break
    }
  drawFeet(doc, write, text)
}

const bold = (spans: readonly Span[]): Span[] => spans.map((span) => ({ ...span, isBold: true }))

function drawSpans(
  pen: Pen,
  write: PageWriter,
  spans: readonly Span[],
  { indent = 0, size: fontSize = size }: { indent?: number; size?: number } = {},
): void {
  for (const pieces of layOutSpans(write, spans, fontSize, width - indent)) {
    pen.need(fontSize * lineHeight)
    drawLine(write, pieces, page.left + indent, pen.y, fontSize)
    pen.y += fontSize * lineHeight
  }
}

function drawLine(write: PageWriter, pieces: readonly Piece[], x: number, y: number, fontSize: number): void {
  for (const piece of pieces)
    write.text(piece.text, x + piece.x, y, { size: fontSize, weight: piece.isBold ? 'bold' : 'regular' })
}

/** Points between two columns. */
const columnGap = 10

function widthOfLine(write: PageWriter, pieces: readonly Piece[], fontSize: number): number {
  const last = pieces.at(-1)
  return last === undefined
    ? 0
    : last.x + write.width(last.text, { size: fontSize, weight: last.isBold ? 'bold' : 'regular' })
}

/** Columns are equally wide, and a row stays on one page. */
function drawTable(pen: Pen, write: PageWriter, rows: readonly (readonly Cell[])[]): void {
  const fontSize = 9
  const column = width / Math.max(1, ...rows.map((row) => row.length))
  for (const row of rows) {
    const cells = row.map(({ spans, isHead, isAtEnd }) => ({
      lines: layOutSpans(write, isHead ? bold(spans) : spans, fontSize, column - columnGap),
      isAtEnd,
    }))
    const height = Math.max(...cells.map(({ lines }) => lines.length)) * fontSize * lineHeight
    pen.need(height + 8)
    for (const [index, { lines, isAtEnd }] of cells.entries())
      for (const [number, pieces] of lines.entries()) {
        // The last column ends with the rule below.
        const room = column - (index === row.length - 1 ? 0 : columnGap)
        const indent = isAtEnd ? room - widthOfLine(write, pieces, fontSize) : 0
        drawLine(write, pieces, page.left + index * column + indent, pen.y + number * fontSize * lineHeight, fontSize)
      }
    write.rule(page.left, pen.y + height + 3, width)
    pen.y += height + 8
  }
}

function drawFeet(doc: Document, write: PageWriter, text: TextPdf): void {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    const small = { size: 7.5, colour: inkMuted }
    write.rule(page.left, page.foot - 8, width)
    const used = write.text(`${text.title} · ${text.state}`, page.left, page.foot, { ...small, width: width - 70 })
    if (text.address !== null) write.text(text.address, page.left, page.foot + used, { ...small, width: width - 70 })
    write.text(text.pageOf(index + 1, count), page.right, page.foot, { ...small, align: 'right' })
  }
}
