import { cellsMax } from '@bollard/captcha-service/cells'
import { z } from 'zod'
import { list } from './key-settings.ts'

/** The setting of further cells (decision 0119), a part of those in `config.ts`. */
export const cellSettings = {
  CELL_URLS: list
    .refine(
      (urls) => urls.every((url) => z.url({ protocol: /^postgres(?:ql)?$/u }).safeParse(url).success),
      'needs addresses such as postgresql://owner:password@host/bollard, separated by commas',
    )
    .refine(
      (urls) => urls.length < cellsMax && new Set(urls).size === urls.length,
      `needs ${cellsMax - 1} different ones at most`,
    )
    .default([])
    .describe(
      'Further PostgreSQL databases for captchas, separated by commas, in an order that never changes: cell 1, 2, … With ROLE=edge as "npm start -- edge-database-url" prints them',
    ),
}

type Given = Readonly<z.infer<z.ZodObject<typeof cellSettings>>> & {
  readonly DATABASE_URL?: string | undefined
  readonly EDGE_DATABASE_URL?: string | undefined
}

/** Faults between settings, each beginning with the name of one. */
export function cellFaults({ CELL_URLS, DATABASE_URL, EDGE_DATABASE_URL }: Given, hasServices: boolean): string[] {
  const faults: string[] = []
  if (CELL_URLS.length > 0 && hasServices && !DATABASE_URL)
    faults.push('CELL_URLS: needs DATABASE_URL, which is cell 0')
  if (CELL_URLS.some((url) => url === DATABASE_URL || url === EDGE_DATABASE_URL))
    faults.push('CELL_URLS: names cell 0 again; it has the further ones alone')
  return faults
}
