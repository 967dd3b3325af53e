import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { VisitInput } from '../visitor.ts'
import { type Extension, writeExtension } from '../write-extension.ts'

/** How one browser is started with an address, as a person would: nothing in it listens for orders. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

export type Launcher = (input: VisitInput) => Promise<Launch>

const asRoot = process.getuid?.() === 0

interface ChromiumSetup {
  readonly switches?: readonly string[]
  /** In place of the size that the visit draws. */
  readonly size?: { readonly width: number; readonly height: number }
  /** What was chosen in the settings, as the file `Preferences` holds it. */
  readonly preferences?: object
  readonly extension?: Extension
  /** Pages in tabs beside the form's, which comes first: Chromium shows the first. */
  readonly pages?: readonly string[]
}

/** Chromium with further switches. */
export function chromium(...switches: readonly string[]): Launcher {
  return chromiumWith({ switches })
}

/** Chromium as its owner has set it up; the sandbox is left out only where Chromium cannot have it. */
export function chromiumWith({ switches = [], size, preferences, extension, pages = [] }: ChromiumSetup): Launcher {
  return async ({ url, profile, display, variation: { viewport } }) => {
    const { width, height } = size ?? viewport
    if (preferences !== undefined) {
      await mkdir(join(profile, 'data/Default'), { recursive: true })
      await writeFile(join(profile, 'data/Default/Preferences'), JSON.stringify(preferences))
    }
    return {
      command: 'chromium',
      args: [
        `--user-data-dir=${profile}/data`,
        '--no-first-run',
        '--no-default-browser-check',
        '--password-store=basic',
        `--window-size=${width},${height}`,
        '--window-position=60,40',
        ...(asRoot ? ['--no-sandbox'] : []),
        ...switches,
        ...(extension === undefined ? [] : await writeExtension(profile, extension)),
        url,
        ...pages,
      ],
      env: environment(profile, display),
    }
  }
}

type Preferences = Readonly<Record<string, string | boolean | number>>

/** What Firefox would show or ask in a fresh profile before a person gets to the page. */
const settledIn: Preferences = {
  'browser.aboutwelcome.enabled': false,
  'browser.preonboarding.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'termsofuse.bypassNotification': true,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'trailhead.firstrun.didSeeAboutWelcome': true,
}

/** Firefox with further preferences and switches. */
export function firefox(preferences: Preferences = {}, ...switches: readonly string[]): Launcher {
  return async ({ url, profile, display, variation: { viewport } }) => {
    const lines = Object.entries({ ...settledIn, ...preferences }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    )
    await writeFile(join(profile, 'user.js'), `${lines.join('\n')}\n`)
    return {
      command: 'firefox',
      args: [
        '--no-remote',
        '--new-instance',
        '--profile',
        profile,
        '--width',
        String(viewport.width),
        '--height',
        String(viewport.height),
        ...switches,
        url,
      ],
      env: environment(profile, display),
    }
  }
}

/** A WebKitGTK browser with hardly any interface. */
export const surf: Launcher = async ({ url, profile, display }) => ({
  command: 'surf',
  args: [url],
  env: environment(profile, display),
})

/** A QtWebEngine browser; its engine is years behind Chromium. */
export const falkon: Launcher = async ({ url, profile, display }) => ({
  command: 'falkon',
  args: ['--no-remote', url],
  env: { ...environment(profile, display), ...(asRoot ? { QTWEBENGINE_DISABLE_SANDBOX: '1' } : {}) },
})

/** GNOME's browser on WebKitGTK, which calls itself Safari. Its sandbox is one that root may not build. */
export const epiphany: Launcher = async ({ url, profile, display }) => ({
  command: 'dbus-run-session',
  args: ['--', 'epiphany', '--private-instance', `--profile=${profile}/epiphany`, url],
  env: {
    ...environment(profile, display),
    ...(asRoot ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
  },
})

/** All that a browser writes goes into the visit's own folder. */
function environment(profile: string, display: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DISPLAY: display,
    HOME: profile,
    XDG_CONFIG_HOME: `${profile}/config`,
    XDG_CACHE_HOME: `${profile}/cache`,
    XDG_DATA_HOME: `${profile}/share`,
    LANG: 'en_US.UTF-8',
  }
}
