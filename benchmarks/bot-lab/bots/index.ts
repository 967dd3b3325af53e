import type { Visitor } from '../visitor.ts'
import { agentBrowserBots } from './agent-browser.ts'
import { agentBots } from './agents.ts'
import { domEmulatorBots } from './dom-emulators.ts'
import { extensionBots } from './extensions.ts'
import { farmBots } from './farms.ts'
import { fingerprintInjectorBots } from './fingerprint-injector.ts'
import { noDriverBots } from './no-driver.ts'
import { osInputBots } from './os-input.ts'
import { patchrightBots } from './patchright.ts'
import { playwrightExtraBots } from './playwright-extra.ts'
import { playwrightBots } from './playwright.ts'
import { puppeteerExtraBots } from './puppeteer-extra.ts'
import { realBrowserBots } from './puppeteer-real-browser.ts'
import { puppeteerBots } from './puppeteer.ts'
import { rawCdpBots } from './raw-cdp.ts'
import { rebrowserBots } from './rebrowser.ts'
import { scriptBots } from './scripts.ts'
import { seleniumBots } from './selenium.ts'
import { testRunnerBots } from './test-runners.ts'
import { webdriverioBots } from './webdriverio.ts'

/** Every bot of the lab, stack by stack. */
export const bots: readonly Visitor[] = [
  ...puppeteerBots,
  ...puppeteerExtraBots,
  ...fingerprintInjectorBots,
  ...rebrowserBots,
  ...realBrowserBots,
  ...playwrightBots,
  ...playwrightExtraBots,
  ...patchrightBots,
  ...seleniumBots,
  ...webdriverioBots,
  ...testRunnerBots,
  ...rawCdpBots,
  ...noDriverBots,
  ...agentBots,
  ...agentBrowserBots,
  ...extensionBots,
  ...osInputBots,
  ...domEmulatorBots,
  ...scriptBots,
  ...farmBots,
]
