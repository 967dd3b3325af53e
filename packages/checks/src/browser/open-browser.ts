import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Readable, Writable } from 'node:stream'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault } from '../faults.ts'
import { type Devtools, speakDevtools } from './devtools.ts'
import { type ProcessBounds, watchProcesses } from './watch-processes.ts'

export interface Browser {
  readonly devtools: Devtools
  /** Why it ended by itself, or was ended because it took too much; null while it runs. */
  readonly ended: () => CheckFault | null
  /** Resolves when it has ended; after a moment also where it has not. Its pipes close a little before. */
  settle(): Promise<unknown>
  /** Ends it with all its processes, and removes its profile. */
  close(): Promise<void>
}

const profilePrefix = 'bollard-browser-'
/** No check runs nearly as long, so such a profile is of a process that was killed. */
const profileMsMax = 600_000
const bounds: ProcessBounds = { bytesMax: 1_024 * 1_048_576, cpuSecondsMax: 60 }
const settleMs = 2_000
const complaintLengthMax = 4_096

/**
 * What keeps a browser to the one page: nothing is looked up or reached past the proxy, loopback and UDP included, nothing is loaded that
 * no page asked for, and no window is opened. Its sandbox stays on.
 */
function flagsOf(profile: string, proxyPort: number): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-client-side-phishing-detection',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-dev-shm-usage',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-gpu',
    '--disable-sync',
    '--disable-features=MediaRouter,OptimizationHints,Translate,WebTransport',
    '--block-new-web-contents',
    '--deny-permission-prompts',
    '--disable-file-system',
    '--mute-audio',
    '--js-flags=--max-old-space-size=256',
    '--renderer-process-limit=2',
    '--window-size=1280,900',
    'about:blank',
  ]
}

/** Starts a browser in a profile of its own, which ends with the run at the latest. Throws `browser-failed`. */
export async function openBrowser(run: ProbeRun, program: string, proxyPort: number): Promise<Browser> {
  await removeOldProfiles()
  const profile = await mkdtemp(join(tmpdir(), profilePrefix))
  const { PATH, LD_LIBRARY_PATH } = process.env
  // Nothing of our own environment, which has secrets in it.
  const env = { PATH, LD_LIBRARY_PATH, HOME: profile, TMPDIR: profile, LANG: 'C.UTF-8', TZ: 'UTC' }
  const child = spawn(program, flagsOf(profile, proxyPort), {
    cwd: profile,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  let fault: CheckFault | null = null
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${String(chunk)}`.slice(-complaintLengthMax)
  })
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      // The group, since a program that is named may only start the browser.
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
  }
  const stopWatching = watchProcesses(child.pid ?? 0, bounds, (what) => {
    fault ??= new CheckFault('browser-failed', `the page took ${what}`)
    kill()
  })
  const closed = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      fault ??= new CheckFault('browser-failed', error.message)
      resolve()
    })
    child.on('close', () => {
      fault ??= new CheckFault('browser-failed', reasonOf(complaint))
      resolve()
    })
  }).then(async () => {
    stopWatching()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  closed.catch(() => undefined)
  run.hold({ destroy: kill, on: () => undefined })
  const [, , , input, output] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  return {
    devtools: speakDevtools(output, input),
    ended: () => fault,
    settle: () => Promise.race([closed, pause(settleMs, undefined, { ref: false })]),
    async close() {
      kill()
      await closed
    },
  }
}

/** The one reason that an operator can do something about is told; the rest is of no use to anybody. */
function reasonOf(complaint: string): string {
  return /no usable sandbox|without --no-sandbox|setuid sandbox/iu.test(complaint)
    ? 'the browser has no sandbox on this machine, and does not start without one'
    : 'the browser ended'
}

/** A process that is killed leaves its profile behind; its browser ends by itself. */
async function removeOldProfiles(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(profilePrefix))) {
    const path = join(tmpdir(), name)
    const { mtimeMs = Infinity } = (await stat(path).catch(() => null)) ?? {}
    if (Date.now() - mtimeMs > profileMsMax) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}
