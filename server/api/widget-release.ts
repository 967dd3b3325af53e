import { readFile } from 'node:fs/promises'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import type { WidgetRelease } from '@bollard/captcha-service'
import { z } from 'zod'

/** Where the build of the widget lies. */
export const widgetDirectory = fileURLToPath(new URL('../../client/widget/dist/', import.meta.url))

/** What the widget's build says of itself. */
const manifestSchema = z.object({
  release: z.string().regex(/^\d+\.\d+\.\d+[\w.-]*-[0-9a-f]{8}$/u),
  layout: z.int().min(0).max(0xffff_ffff),
  checks: z.int().min(1).max(64),
})

/** The release of the widget that is built in a folder. Throws when there is none. */
export function readWidgetRelease(directory: string): WidgetRelease {
  const path = join(directory, 'widget', 'manifest.json')
  if (!existsSync(path)) throw new Error('The widget is not built; "npm start" builds it.')
  return {
    ...manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8'))),
    pack: async () => pack(await filesIn(directory)),
  }
}

/** All files of a release as one piece, about a hundred kilobytes. All of them are text. */
async function pack(files: Readonly<Record<string, string>>): Promise<Buffer> {
  return promisify(brotliCompress)(JSON.stringify(files), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}

/** The files of a packed release, by their paths below the API's address. */
export async function unpack(packed: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const files = z.record(z.string(), z.string()).parse(JSON.parse(String(await promisify(brotliDecompress)(packed))))
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
}

async function filesIn(directory: string): Promise<Record<string, string>> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const texts = paths.map(async (path) => [
    relative(directory, path).split(sep).join('/'),
    await readFile(path, 'utf8'),
  ])
  return Object.fromEntries(await Promise.all(texts))
}
