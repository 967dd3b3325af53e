import { directions } from '@bollard/i18n'
import { html } from '../html.ts'
import {
  buttonTable,
  codeBlock,
  darkSide,
  factsTable,
  headingFont,
  linkInFull,
  narrowSide,
  paragraph,
  posts,
  quotation,
  textFont,
  withBreaks,
  wraps,
} from './blocks.ts'
import { palette } from './palette.ts'
import { fill, type MailLanguage, textsOf } from './texts.ts'

export interface Letter {
  readonly language: MailLanguage
  readonly to: string
  readonly heading: string
  readonly greeting: string
  /** Paragraphs above the button. */
  readonly before: readonly string[]
  /** Labelled values, one a line, below those paragraphs. */
  readonly facts?: readonly { readonly label: string; readonly value: string }[]
  /** Somebody else's own words, shown as a quotation. */
  readonly quote?: string
  /** Digits to type in, large and in one piece. */
  readonly code?: string
  /** Left out where there is no page to open. */
  readonly button?: { readonly label: string; readonly link: string }
  /** Paragraphs below it. */
  readonly after: readonly string[]
  /** Why this mail comes; by default because somebody entered the address. */
  readonly reason?: string
}

/** The one design of all mails: the same words as HTML and as plain text, no image, nothing that reports back. */
export function layOut(letter: Letter): { text: string; html: string } {
  const { shared } = textsOf(letter.language)
  const { facts = [], quote = '', code, button } = letter
  const direction = directions[letter.language]
  const reason = letter.reason ?? fill(shared.reason, { email: letter.to })
  if (button && !/^https?:\/\//u.test(button.link)) throw new TypeError('A mail links to web pages only')
  const text = [
    letter.greeting,
    ...letter.before,
    ...(facts.length > 0 ? [facts.map((fact) => fill(shared.fact, fact)).join('\n')] : []),
    ...(quote === '' ? [] : [quote.replace(/^/gmu, '> ')]),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(button ? [`${fill(shared.link, button)}\n${button.link}`] : []),
    ...letter.after,
    `--\n${reason}`,
  ].join('\n\n')
  const markup = html`<!doctype html>
    <html lang="${letter.language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${letter.heading}</title>
        <style>
          ${narrowSide()}${darkSide()}
        </style>
      </head>
      <body class="paper" style="margin:0;padding:0;background:${palette.light.paper};color:${palette.light.ink}">
        <table
          role="presentation"
          class="paper"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:${palette.light.paper}"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
                <tr>
                  <td style="padding:0 4px 20px">${posts()}</td>
                </tr>
                <tr>
                  <td
                    class="surface"
                    style="background:${palette.light.surface};border:1px solid ${palette.light.line};border-radius:16px;padding:32px 28px"
                  >
                    <h1
                      class="ink"
                      style="margin:0 0 20px;font:650 24px/1.2 ${headingFont};letter-spacing:-.02em;color:${palette.light.ink};${wraps}"
                    >
                      ${withBreaks(letter.heading)}
                    </h1>
                    ${[letter.greeting, ...letter.before].map((words) => paragraph(words, 'ink'))}
                    ${facts.length > 0 ? factsTable(facts, direction) : ''}
                    ${quote === '' ? '' : quotation(quote, direction)} ${code === undefined ? '' : codeBlock(code)}
                    ${button ? buttonTable(button) : ''} ${letter.after.map((words) => paragraph(words, 'muted'))}
                    ${button ? linkInFull(shared.linkHint, button.link) : ''}
                  </td>
                </tr>
                <tr>
                  <td
                    class="muted"
                    style="padding:20px 4px 0;font:13px/1.5 ${textFont};color:${palette.light.inkMuted};${wraps}"
                  >
                    ${withBreaks(reason)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `
  return { text: `${text}\n`, html: markup.markup }
}
