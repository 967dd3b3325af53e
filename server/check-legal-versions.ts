import { readFile } from 'node:fs/promises'
import type { Operator } from './api/operator.ts'
import type { Config } from './config.ts'
import { StartupFault } from './startup-fault.ts'

/** The operator's documents that the website has texts for, by their address there. */
const texts = {
  '/legal/terms-and-conditions': 'terms',
  '/legal/privacy-policy': 'privacy',
  '/legal/data-processing-agreement': 'dpa',
} as const

/**
 * Throws a `StartupFault` where `OPERATOR_FILE` names a page of this website in another version than its text has: people would accept a
 * version that nobody can read, and its PDF would be missing. Documents elsewhere are the operator's own.
 */
export async function checkLegalVersions(
  operator: Pick<Operator, 'terms' | 'privacy' | 'dpa'>,
  { OPERATOR_FILE, WEBSITE_URL }: Pick<Config, 'OPERATOR_FILE' | 'WEBSITE_URL'>,
): Promise<void> {
  const faults: string[] = []
  for (const [path, name] of Object.entries(texts)) {
    const document = operator[name]
    if (!document || !isOnWebsite(document.url, WEBSITE_URL, path)) continue
    const version = await versionOf(path)
    if (document.version !== version)
      faults.push(
        `  ${name}.version is "${document.version}", and the text at ${document.url} has version "${version}"`,
      )
  }
  if (faults.length > 0)
    throw new StartupFault(
      `${OPERATOR_FILE} names versions that nobody can read:\n${faults.join('\n')}\nWrite the version of the text, or the address of your own.`,
    )
}

function isOnWebsite(url: string, websiteUrl: string, path: string): boolean {
  const { origin, pathname } = new URL(url)
  return origin === websiteUrl && pathname.replace(/\/$/u, '').replace(/^\/[a-z]{2}(?=\/)/u, '') === path
}

/** Of the English text; a test holds the versions of all languages together. */
async function versionOf(path: string): Promise<string> {
  const text = await readFile(new URL(`../content/en${path}.mdx`, import.meta.url), 'utf8')
  const [, version = ''] = /^version: "(.+)"$/mu.exec(text) ?? []
  return version
}
