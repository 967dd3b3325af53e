import { renderToStaticMarkup } from 'react-dom/server'

export type BadgeTone = 'good' | 'doubtful' | 'bad' | 'informing' | 'unknown'

/** On the light ground of the words: each keeps 4.5 : 1 with white. */
const colours: Readonly<Record<BadgeTone, string>> = {
  good: '#107b58',
  doubtful: '#9a6200',
  bad: '#c5321f',
  informing: '#2457c5',
  unknown: '#55575c',
}
const height = 22
const padding = 8
const markWidth = 16

/**
 * A picture of one fact, to stand in pages of others: what it is about, and the fact. Everything written is escaped.
 */
export function drawBadge({ label, value, tone }: { label: string; value: string; tone: BadgeTone }): string {
  const [labelWidth, valueWidth] = [widthOf(label) + padding * 2 + markWidth, widthOf(value) + padding * 2]
  const width = labelWidth + valueWidth
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${label}: ${value}`}
    >
      <title>{`${label}: ${value}`}</title>
      <clipPath id="round">
        <rect width={width} height={height} rx="6" />
      </clipPath>
      <g clipPath="url(#round)">
        <rect width={labelWidth} height={height} fill="#2b2d31" />
        <rect x={labelWidth} width={valueWidth} height={height} fill={colours[tone]} />
      </g>
      <g transform="translate(7 5)">
        <rect y="4" width="3" height="8" rx="1.5" fill="#ffffff" />
        <rect x="4.5" width="3" height="12" rx="1.5" fill="#ffb300" />
        <rect x="9" y="4" width="3" height="8" rx="1.5" fill="#ffffff" />
      </g>
      <g fontFamily="Verdana,DejaVu Sans,sans-serif" fontSize="11" fill="#ffffff">
        <text x={padding + markWidth} y="15" textLength={widthOf(label)} lengthAdjust="spacingAndGlyphs">
          {label}
        </text>
        <text x={labelWidth + padding} y="15" textLength={widthOf(value)} lengthAdjust="spacingAndGlyphs">
          {value}
        </text>
      </g>
    </svg>,
  )
}

/** Pixels that a text takes; the browser is told, so that a font of other widths still fits. */
function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += /[iljI.,:;'|!()[\]ft ]/u.test(letter) ? 4.2 : /[mwMW%@]/u.test(letter) ? 9.6 : 6.8
  return Math.ceil(width)
}
