import { html, SafeHtml } from '../html.ts'
import { palette } from './palette.ts'

export const textFont = new SafeHtml('Geist,system-ui,-apple-system,Segoe UI,sans-serif')
export const headingFont = new SafeHtml('Bricolage Grotesque,Geist,system-ui,-apple-system,Segoe UI,sans-serif')
const codeFont = new SafeHtml('Geist Mono,ui-monospace,Menlo,Consolas,monospace')
/** Without it, one long word of somebody's name would make a phone scroll sideways. */
export const wraps = new SafeHtml('word-break:break-word;overflow-wrap:anywhere')

export function paragraph(words: string, tone: 'ink' | 'muted'): SafeHtml {
  const colour = tone === 'ink' ? palette.light.ink : palette.light.inkMuted
  return html`<p class="${tone}" style="margin:0 0 14px;font:16px/1.55 ${textFont};color:${colour};${wraps}">
    ${withBreaks(words)}
  </p> `
}

/** The sides of the line by name: mail programs know no others. */
const sides = { ltr: { start: 'left', end: 'right' }, rtl: { start: 'right', end: 'left' } } as const
type Direction = keyof typeof sides

/** Label and value side by side; a real table, so that a screen reader reads them as pairs. */
export function factsTable(
  facts: readonly { readonly label: string; readonly value: string }[],
  direction: Direction,
): SafeHtml {
  const { start, end } = sides[direction]
  const rows = facts.map(
    ({ label, value }) =>
      html`<tr>
        <th
          class="muted"
          scope="row"
          align="${start}"
          valign="top"
          style="padding:5px 0;padding-${end}:16px;font:14px/1.5 ${textFont};color:${palette.light.inkMuted}"
        >
          ${label}
        </th>
        <td
          class="ink"
          valign="top"
          style="padding:5px 0;font:${value.length > 40 ? '400' : '600'} 14px/1.5 ${textFont};color:${palette.light.ink};${wraps}"
        >
          ${withBreaks(value)}
        </td>
      </tr> `,
  )
  return html`<table cellpadding="0" cellspacing="0" style="margin:4px 0 18px">
    ${rows}
  </table> `
}

export function quotation(words: string, direction: Direction): SafeHtml {
  const { start } = sides[direction]
  return html`<blockquote
    class="line ink"
    style="margin:4px 0 18px;padding:2px 0;padding-${start}:14px;border-${start}:4px solid ${palette.light.line};font:16px/1.55 ${textFont};color:${palette.light.ink};${wraps}"
  >
    ${withBreaks(words)}
  </blockquote> `
}

/** One run of text without spaces or markup inside, so that a double click or a long press takes the whole code. */
export function codeBlock(code: string): SafeHtml {
  return html`<p
    class="code ink"
    dir="ltr"
    style="margin:20px 0;padding:16px 20px;background:${palette.light.paper};border:1px solid ${
      palette.light.line
    };border-radius:10px;font:600 32px/1.2 ${codeFont};letter-spacing:.14em;color:${palette.light.ink}"
  >
    ${code}
  </p> `
}

export function buttonTable({ label, link }: { readonly label: string; readonly link: string }): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
    <tr>
      <td style="background:${palette.amber};border-radius:10px">
        <a
          href="${link}"
          class="action"
          style="display:inline-block;padding:13px 22px;font:600 16px/1.2 ${textFont};color:${palette.onAmber};text-decoration:none;border-radius:10px"
          >${label}</a
        >
      </td>
    </tr>
  </table>`
}

export function linkInFull(hint: string, link: string): SafeHtml {
  return html`${paragraph(hint, 'muted')}
    <p
      class="muted"
      dir="ltr"
      style="margin:0;font:13px/1.5 ${codeFont};color:${palette.light.inkMuted};word-break:break-all"
    >
      <a class="muted" href="${link}" style="color:${palette.light.inkMuted}">${link}</a>
    </p>`
}

/** The three posts of the logo, drawn with table cells, and the name. */
export function posts(): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0">
    <tr>
      ${[post(palette.light.ink, 'post'), post(palette.amber, ''), post(palette.light.ink, 'post')]}
      <td class="ink" style="padding:0 6px;font:650 18px/24px ${headingFont};color:${palette.light.ink}">Bollard</td>
    </tr>
  </table>`
}

function post(colour: string, className: string): SafeHtml {
  return html`<td
      class="${className}"
      style="width:7px;height:24px;background:${colour};border-radius:4px;font-size:0;line-height:0"
    >
      &nbsp;
    </td>
    <td style="width:5px;font-size:0">&nbsp;</td>`
}

export function darkSide(): SafeHtml {
  const { paper, surface, line, ink, inkMuted } = palette.dark
  return new SafeHtml(
    `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.paper{background:${paper}!important}.surface{background:${surface}!important;border-color:${line}!important}.ink{color:${ink}!important}.muted{color:${inkMuted}!important}.line{border-color:${line}!important}.code{background:${paper}!important;border-color:${line}!important}.post{background:${ink}!important}}`,
  )
}

/** On a phone the card gives way, so that the words of a button stay in one line. */
export function narrowSide(): SafeHtml {
  return new SafeHtml(
    '@media (max-width:480px){.surface{padding:26px 20px!important}.action{padding:13px 16px!important}}',
  )
}

/** Lines of a value stay lines, and no line ends after the first letter of “e-mail”. */
export function withBreaks(words: string): SafeHtml {
  return html`${words.split('\n').map((line, index) => (index === 0 ? whole(line) : html`<br />${whole(line)}`))}`
}

function whole(line: string): SafeHtml {
  const parts = line.split(/((?<![\p{L}-])\p{L}-\p{L}+)/u)
  return html`${parts.map((part, index) =>
    index % 2 === 0 ? html`${part}` : html`<span style="white-space:nowrap">${part}</span>`,
  )}`
}
