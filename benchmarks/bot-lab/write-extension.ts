import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** A browser extension of a few lines, as bots and people have them. */
export interface Extension {
  /** Permissions beyond the pages that it works on. */
  readonly permissions?: readonly string[]
  /** Source of its service worker. */
  readonly background?: string
  readonly content?: {
    readonly source: string
    /** MAIN is the page's own world; ISOLATED, the usual, sees the document and none of the page's scripts. */
    readonly world?: 'ISOLATED' | 'MAIN'
    readonly at?: 'document_start' | 'document_idle'
    /** Scripts that stand before it, by their paths. */
    readonly before?: readonly string[]
  }
  /** Rules of declarativeNetRequest that are always on. */
  readonly rules?: readonly object[]
}

/** Writes an unpacked extension into a folder, and answers with the switches with which Chromium loads it. */
export async function writeExtension(profile: string, extension: Extension): Promise<string[]> {
  const { permissions = [], background, content, rules } = extension
  const folder = join(profile, 'extension')
  await mkdir(folder, { recursive: true })
  const before = content?.before ?? []
  for (const path of before) await copyFile(path, join(folder, basename(path)))
  if (background !== undefined) await writeFile(join(folder, 'background.js'), background)
  if (content !== undefined) await writeFile(join(folder, 'content.js'), content.source)
  if (rules !== undefined) await writeFile(join(folder, 'rules.json'), JSON.stringify(rules))
  const manifest = {
    manifest_version: 3,
    name: 'Little helper',
    version: '1.0',
    permissions: [...permissions, ...(rules === undefined ? [] : ['declarativeNetRequest'])],
    host_permissions: ['<all_urls>'],
    ...(background === undefined ? {} : { background: { service_worker: 'background.js' } }),
    ...(content === undefined
      ? {}
      : {
          content_scripts: [
            {
              matches: ['<all_urls>'],
              js: [...before.map((path) => basename(path)), 'content.js'],
              run_at: content.at ?? 'document_idle',
              world: content.world ?? 'ISOLATED',
            },
          ],
        }),
    ...(rules === undefined
      ? {}
      : { declarative_net_request: { rule_resources: [{ id: 'rules', enabled: true, path: 'rules.json' }] } }),
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
  return [`--load-extension=${folder}`, '--disable-features=DisableLoadExtensionCommandLineSwitch']
}
