import {
  type Captcha,
  addresses,
  marks,
  secretPlace,
  settingName,
  siteKeyPlaces,
  testKeys,
  unsupported,
} from './captchas.ts'
import { filled, lineAt, moveComponents, neededScripts, type Step, stepsOfLibraries } from './move-libraries.ts'
import { movePolicies } from './move-policies.ts'
import type { ProjectFile } from './project-files.ts'
import type { FileChange } from './write-changes.ts'

export interface Move {
  /** Captchas that were found. */
  readonly captchas: readonly Captcha[]
  readonly changes: readonly FileChange[]
  /** What a person has to do besides. */
  readonly steps: readonly Step[]
  /** Names of settings that hold keys, which keep their names. */
  readonly settings: readonly string[]
  /** Whether pages and servers ask the installation already. */
  readonly isMoved: boolean
}

/**
 * Everything that moves a project from another captcha to Bollard's compatible addresses: two addresses, site keys where they are written
 * out, content policies, and what libraries need. Doing it twice changes nothing more.
 */
export function moveCaptcha(files: readonly ProjectFile[], host: string, siteKey: string | null): Move {
  const found = captchasOf(files)
  const captchas = [...found]
  if (captchas.length === 0) return { captchas, changes: [], steps: [], settings: [], isMoved: false }
  const texts = new Map(files.map((file) => [file.path, moveText(file.text, host, siteKey)]))
  const steps = files.flatMap((file) => stepsOf(file, texts.get(file.path) ?? file.text, host, siteKey))
  steps.push(...addScripts(files, texts, host, siteKey))
  const changes = files.flatMap((before) => {
    const after = texts.get(before.path) ?? before.text
    return after === before.text ? [] : [{ path: before.path, before, after }]
  })
  const settings = [
    ...new Set(files.flatMap(({ text }) => [...text.matchAll(settingName)].map(([name]) => name))),
  ].toSorted()
  const isMoved = [...texts.values()].some((text) => text.includes(host))
  return { captchas, changes, steps, settings, isMoved }
}

/** A mark alone, such as a word in a text, isn't a captcha; together with an address, a library or an attribute it is. */
function captchasOf(files: readonly ProjectFile[]): Set<Captcha> {
  const found = new Set<Captcha>()
  for (const { text } of files) {
    for (const { captcha, pattern } of addresses) if (new RegExp(pattern.source, 'u').test(text)) found.add(captcha)
    for (const { captcha, pattern } of marks) if (pattern.test(text)) found.add(captcha)
    for (const { code, pattern } of unsupported)
      if (pattern.test(text) && code !== 'host-in-parts')
        found.add(code === 'friendly-version-1' ? 'friendly-captcha' : 'recaptcha')
  }
  return found
}

function moveText(text: string, host: string, siteKey: string | null): string {
  let moved = text
  for (const { pattern, path } of addresses)
    moved = moved.replaceAll(pattern, (found: string) => {
      const address = `${host}${path(found)}`
      return found.includes('\\/') ? address.replaceAll('/', '\\/') : address
    })
  if (siteKey !== null)
    for (const place of siteKeyPlaces)
      moved = moved.replaceAll(place, (whole: string, before: string, key: string) =>
        testKeys.has(key) ? whole : before + siteKey,
      )
  return movePolicies(moveComponents(moved, host), host)
}

function stepsOf(file: ProjectFile, moved: string, host: string, siteKey: string | null): Step[] {
  const { path, text } = file
  const steps = [...stepsOfLibraries({ ...file, text: moved }, host)]
  for (const { code, pattern, advice } of unsupported) {
    const found = pattern.exec(moved)
    // Parts of an address say nothing unless the file has to do with a captcha.
    if (found && (code !== 'host-in-parts' || /captcha|siteverify|turnstile/iu.test(moved)))
      steps.push({ code, path, line: lineAt(moved, found.index), advice: filled(advice, host) })
  }
  const secret = secretPlace.exec(text)
  if (secret && !testKeys.has(secret[1] ?? ''))
    steps.push({
      code: 'secret-in-code',
      path,
      line: lineAt(text, secret.index),
      advice:
        'A secret key is written here. Read it from the environment, and put the secret key of your captcha there.',
    })
  const key = siteKey === null ? siteKeyIn(text) : null
  if (key !== null)
    steps.push({
      code: 'site-key-missing',
      path,
      line: lineAt(text, key),
      advice: 'The site key of the old captcha is written here. Put yours there, or call it again with --site-key.',
    })
  return steps
}

function siteKeyIn(text: string): number | null {
  for (const place of siteKeyPlaces)
    for (const found of text.matchAll(place)) if (!testKeys.has(found[2] ?? '')) return found.index
  return null
}

/** Puts the scripts that libraries wait for into the page of the project, if it has exactly one. */
function addScripts(
  files: readonly ProjectFile[],
  texts: Map<string, string>,
  host: string,
  siteKey: string | null,
): Step[] {
  const needed = neededScripts(files, host, siteKey ?? 'YOUR_SITE_KEY')
  const pages = files.filter(({ path, text }) => /(?:^|\/)index\.html?$/u.test(path) && /<\/head>/iu.test(text))
  return needed.flatMap(({ tag, mark }) => {
    const [page] = pages
    const text = texts.get(page?.path ?? '')
    if (page === undefined || text === undefined || pages.length > 1)
      return [...texts.values()].some((one) => one.includes(tag))
        ? []
        : [
            {
              code: 'script-in-page',
              path: pages.map(({ path }) => path).join(', ') || '(no page)',
              line: 0,
              advice: `Put this into the head of your page, before your application: ${tag}`,
            },
          ]
    if (!(text.includes(mark) && text.includes(host))) texts.set(page.path, intoHead(text, tag))
    return []
  })
}

/** Before the end of the head, as far in as what stands there, with the line ends of the file. */
export function intoHead(text: string, tag: string): string {
  return text.replace(/([^\S\r\n]{0,200})<\/head>/iu, (close: string, indent: string) => {
    const newline = text.includes('\r\n') ? '\r\n' : '\n'
    const unit = indent.includes('\t') || /^\t/mu.test(text) ? '\t' : '  '
    return `${indent}${unit}${tag}${newline}${close}`
  })
}
