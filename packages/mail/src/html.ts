/** Markup that is already safe to put into a mail or a page. Made only by `html`. */
export class SafeHtml {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** Template tag: every value is escaped unless it was made by `html` itself. */
export function html(strings: TemplateStringsArray, ...values: (string | SafeHtml | SafeHtml[])[]): SafeHtml {
  return new SafeHtml(strings.reduce((markup, part, index) => markup + escapeValue(values[index - 1] ?? '') + part))
}

function escapeValue(value: string | SafeHtml | SafeHtml[]): string {
  if (value instanceof SafeHtml) return value.markup
  if (Array.isArray(value)) return value.map((part) => part.markup).join('')
  return value.replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`)
}
