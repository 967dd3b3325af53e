/** One way to send a form, as a browser without JavaScript would: with one of its buttons. */
export interface SentForm {
  /** Where it goes, as a path with its query. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** What somebody types into a field that is empty, by its type. */
const typed: Readonly<Record<string, string>> = {
  hidden: '',
  number: '1',
  date: '2026-01-01',
  email: 'nobody@muster.example',
}
const typedInto = (type: string): string => typed[type] ?? 'Asked for by a test'

/**
 * The forms of a page that change something, once for each of their buttons, with what is empty filled in. Reads the markup that React
 * writes, in which every attribute has quotation marks.
 */
export function formsOfPage(html: string, path: string): SentForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gsu)].flatMap(([, head = '', body = '']) => {
    const form = attributesOf(head)
    if (form['method'] !== 'post') return []
    const action = form['action'] ?? path
    const filled: Record<string, string> = {}
    const buttons: Record<string, string>[] = []
    for (const { tag, name, inside, ...control } of controlsOf(body)) {
      const { value = '', type = tag } = control
      if (tag === 'button') buttons.push(name === undefined ? {} : { [name]: value })
      else if (name !== undefined && (!/checkbox|radio/u.test(type) || 'checked' in control))
        filled[name] = tag === 'select' ? chosenOf(inside) : value || inside || typedInto(type)
    }
    return buttons.map((button) => ({ action, fields: { ...filled, ...button } }))
  })
}

function controlsOf(body: string): { tag: string; inside: string; name?: string; value?: string; type?: string }[] {
  const tags = /<(?:(input)\b([^>]*)|(textarea|select|button)\b([^>]*)>(.*?)<\/\3)>/gsu
  return [...body.matchAll(tags)].map(([, input, ofInput, tag, ofTag, inside = '']) => ({
    ...attributesOf(ofInput ?? ofTag ?? ''),
    tag: input ?? tag ?? '',
    inside,
  }))
}

function chosenOf(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>/gu)].map(([, text = '']) => attributesOf(text))
  return (all.find((option) => 'selected' in option) ?? all[0])?.['value'] ?? ''
}

function attributesOf(text: string): { readonly [name in string]?: string } {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [name.toLowerCase(), plain(value)]),
  )
}

const signs: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#x2F': '/' }
const plain = (text: string) => text.replaceAll(/&([#\w]+);/gu, (all, name: string) => signs[name] ?? all)
