import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One way in which somebody's browser can be set, and how it is started with an address. */
export interface SetUp {
  readonly name: string
  readonly engine: 'Chromium' | 'Firefox' | 'WebKit'
  /** Starts it in a fresh folder; resolves to what ends it. */
  readonly open: (url: string, profile: string) => () => Promise<void>
}

interface Programs {
  /** Chromium programs by name, such as the system's and the one of the tests. */
  readonly chromium: readonly { readonly name: string; readonly path: string }[]
  readonly firefox: string | undefined
  readonly surf: string | undefined
  /** ':99', where windows are shown. */
  readonly display: string
}

/** Every set-up that can be had with these programs. What only changes how large things look must change no answer. */
export function setUps({ chromium, firefox, surf, display }: Programs): SetUp[] {
  const all: SetUp[] = []
  for (const { name, path } of chromium)
    all.push({ name: `${name}, plain`, engine: 'Chromium', open: openChromium(path, display, {}) })
  const [first] = chromium
  if (first) {
    const add = (name: string, options: ChromiumOptions) =>
      all.push({ name: `${first.name}, ${name}`, engine: 'Chromium', open: openChromium(first.path, display, options) })
    // Chromium's zoom levels are powers of 1.2.
    for (const percent of [67, 110, 150])
      add(`zoom ${percent} %`, {
        headed: true,
        preferences: {
          partition: { default_zoom_level: { x: Math.log(percent / 100) / Math.log(1.2) } },
        },
      })
    for (const scale of [1.25, 2, 2.625])
      add(`scale ${scale}`, { headed: true, args: [`--force-device-scale-factor=${scale}`] })
    add('forced colours', { headed: true, args: ['--force-high-contrast', '--enable-features=ForcedColors'] })
    add('small window', { headed: true, args: ['--window-size=500,400'] })
    add('minimum font size 24', {
      headed: true,
      preferences: {
        webkit: { webprefs: { minimum_font_size: 24, minimum_logical_font_size: 24, default_font_size: 32 } },
      },
    })
    add('text 150 %', {
      headed: true,
      args: ['--blink-settings=textAutosizingEnabled=true,accessibilityFontScaleFactor=1.5,deviceScaleAdjustment=1.5'],
    })
  }
  if (firefox !== undefined) {
    const add = (name: string, preferences: Preferences) =>
      all.push({ name: `Firefox, ${name}`, engine: 'Firefox', open: openFirefox(firefox, preferences) })
    add('plain', {})
    add('resistFingerprinting', {
      'privacy.resistFingerprinting': true,
      'privacy.resistFingerprinting.letterboxing': true,
    })
    for (const scale of ['0.67', '1.1', '1.5']) add(`zoom ${scale}`, { 'layout.css.devPixelsPerPx': scale })
    add('minimum font size 24, text 150 %', {
      'font.minimum-size.x-western': 24,
      'font.size.variable.x-western': 32,
      'ui.textScaleFactor': 150,
    })
    add('own colours', { 'browser.display.document_color_use': 2, 'ui.prefersReducedMotion': 1 })
  }
  if (surf !== undefined)
    for (const [name, env] of [
      ['plain', {}],
      ['GDK_SCALE 2', { GDK_SCALE: '2' }],
      ['GDK_DPI_SCALE 1.5', { GDK_DPI_SCALE: '1.5' }],
    ] as const)
      all.push({
        name: `WebKitGTK, ${name}`,
        engine: 'WebKit',
        open: (url, profile) =>
          startProgram(surf, [url], {
            ...homeIn(profile),
            DISPLAY: display,
            WEBKIT_DISABLE_DMABUF_RENDERER: '1',
            ...env,
          }),
      })
  return all
}

interface ChromiumOptions {
  readonly headed?: boolean
  readonly args?: readonly string[]
  readonly preferences?: object
}

function openChromium(
  path: string,
  display: string,
  { headed = false, args = [], preferences }: ChromiumOptions,
): SetUp['open'] {
  return (url, profile) => {
    if (preferences) {
      mkdirSync(join(profile, 'Default'), { recursive: true })
      writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
    }
    const switches = [
      `--user-data-dir=${profile}`,
      '--no-sandbox',
      '--no-first-run',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      ...(headed ? [] : ['--headless']),
      ...args,
      url,
    ]
    return startProgram(path, switches, { DISPLAY: display })
  }
}

type Preferences = Readonly<Record<string, string | number | boolean>>

const settledIn: Preferences = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'termsofuse.bypassNotification': true,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

function openFirefox(path: string, preferences: Preferences): SetUp['open'] {
  return (url, profile) => {
    const lines = Object.entries({ ...settledIn, ...preferences }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    )
    writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`)
    return startProgram(
      path,
      ['--headless', '--no-remote', '--new-instance', '--profile', profile, url],
      homeIn(profile),
    )
  }
}

function homeIn(profile: string): NodeJS.ProcessEnv {
  return { HOME: profile, XDG_CONFIG_HOME: join(profile, 'config'), XDG_CACHE_HOME: join(profile, 'cache') }
}

/** Starts a program as the leader of its own group, so that all it has started ends with it. */
function startProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv): () => Promise<void> {
  const child = spawn(command, args, { detached: true, stdio: 'ignore', env: { ...process.env, ...env } })
  child.on('error', () => undefined)
  return async () => {
    const { pid } = child
    if (pid === undefined) return
    const ended = child.exitCode === null && child.signalCode === null
    signal(pid, 'SIGTERM')
    if (ended) await once(child, 'exit', { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
    signal(pid, 'SIGKILL')
  }
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name)
  } catch {
    // It has ended already.
  }
}
