import { html, SafeHtml } from '../html.ts'
import { palette } from './palette.ts'
import { fill, type MailLanguage, textsOf } from './texts.ts'

export interface Letter {
  readonly language: MailLanguage
  readonly to: string
  readonly heading: string
  readonly greeting: string
  /** Paragraphs above the button. */
  readonly before: readonly string[]
  readonly button: { readonly label: string; readonly link: string }
  /** Paragraphs below it. */
  readonly after: readonly string[]
}

/** The one design of all mails: the same words as HTML and as plain text, no image, nothing that reports back. */
export function layOut(letter: Letter): { text: string; html: string } {
  const { shared } = textsOf(letter.language)
  const reason = fill(shared.reason, { email: letter.to })
  const { link } = letter.button
  if (!/^https?:\/\//u.test(link)) throw new TypeError('A mail links to web pages only')
  const text = [letter.greeting, ...letter.before, `${letter.button.label}:\n${link}`, ...letter.after, `--\n${reason}`].join('\n\n')
  const markup = html`<!doctype html>
    <html lang="${letter.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${letter.heading}</title>
        <style>
          ${darkSide()}
        </style>
      </head>
      <body class="paper" style="margin:0;padding:0;background:${palette.light.paper};color:${palette.light.ink}">
        <table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${palette.light.paper}">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
                <tr>
                  <td style="padding:0 4px 20px">${posts()}</td>
                </tr>
                <tr>
                  <td class="surface" style="background:${palette.light.surface};border:1px solid ${palette.light.line};border-radius:16px;padding:32px 28px">
                    <h1 class="ink" style="margin:0 0 20px;font:650 24px/1.2 ${headingFont};letter-spacing:-.02em;color:${palette.light.ink}">
                      ${letter.heading}
                    </h1>
                    ${[letter.greeting, ...letter.before].map((words) => paragraph(words, 'ink'))}
                    <table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
                      <tr>
                        <td style="background:${palette.amber};border-radius:10px">
                          <a
                            href="${link}"
                            style="display:inline-block;padding:13px 22px;font:600 16px/1.2 ${textFont};color:${palette.onAmber};text-decoration:none;border-radius:10px"
                            >${letter.button.label}</a
                          >
                        </td>
                      </tr>
                    </table>
                    ${letter.after.map((words) => paragraph(words, 'muted'))} ${paragraph(shared.linkHint, 'muted')}
                    <p class="muted" style="margin:0;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;color:${palette.light.inkMuted};word-break:break-all">
                      <a class="muted" href="${link}" style="color:${palette.light.inkMuted}">${link}</a>
                    </p>
                  </td>
                </tr>
                <tr>
                  <td class="muted" style="padding:20px 4px 0;font:13px/1.5 ${textFont};color:${palette.light.inkMuted}">${reason}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `
  return { text: `${text}\n`, html: markup.markup }
}

const textFont = new SafeHtml('Geist,system-ui,-apple-system,Segoe UI,sans-serif')
const headingFont = new SafeHtml('Bricolage Grotesque,Geist,system-ui,-apple-system,Segoe UI,sans-serif')

function paragraph(words: string, tone: 'ink' | 'muted'): SafeHtml {
  const colour = tone === 'ink' ? palette.light.ink : palette.light.inkMuted
  return html`<p class="${tone}" style="margin:0 0 14px;font:16px/1.55 ${textFont};color:${colour}">${words}</p> `
}

/** The three posts of the logo, drawn with table cells, and the name. */
function posts(): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0">
    <tr>
      ${[post(palette.light.ink, 'post'), post(palette.amber, ''), post(palette.light.ink, 'post')]}
      <td class="ink" style="padding-left:6px;font:650 18px/24px ${headingFont};color:${palette.light.ink}">Bollard</td>
    </tr>
  </table>`
}

function post(colour: string, className: string): SafeHtml {
  return html`<td class="${className}" style="width:7px;height:24px;background:${colour};border-radius:4px;font-size:0;line-height:0">&nbsp;</td>
    <td style="width:5px;font-size:0">&nbsp;</td>`
}

function darkSide(): SafeHtml {
  const { paper, surface, line, ink, inkMuted } = palette.dark
  return new SafeHtml(
    `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.paper{background:${paper}!important}.surface{background:${surface}!important;border-color:${line}!important}.ink{color:${ink}!important}.muted{color:${inkMuted}!important}.post{background:${ink}!important}}`,
  )
}
