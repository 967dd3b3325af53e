import { type BrowserLaunchOptions, browserLaunchOptions, shellLaunchOptions } from '@bollard/testing'
import { runs } from '@bollard/testing/seed'

/**
 * What a browser does beside a page and no page can see: pages of its own for the popups of the address bar, and a process that
 * waits for the next page. In a journey that opens each page afresh they take more of the machine than the page does.
 */
const beside = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** What Playwright switches off. A browser heeds only the last list that it is given, so ours has to hold theirs. */
const ofPlaywright = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
]

/** Without a graphics card the browser imitates one to draw pages, which costs more than the pages do. WebGL still has it. */
const drawnByProcessor = '--disable-gpu-compositing'

/** For a browser that nobody drives. */
export const leanFlags = [`--disable-features=${beside.join(',')}`, drawnByProcessor]

/**
 * What `chromium.launch` of Playwright takes, for pages that are only looked at and used: by day the browser without windows of its own,
 * in the nightly run the one that is installed (0115).
 */
export async function leanLaunchOptions(): Promise<BrowserLaunchOptions> {
  return sparing(runs(1) > 1 ? await browserLaunchOptions() : await shellLaunchOptions())
}

/** The same for what asks for a browser as people have it: the captcha looks at it. */
export async function leanInstalledBrowser(): Promise<BrowserLaunchOptions> {
  return sparing(await browserLaunchOptions())
}

function sparing({ executablePath, args }: BrowserLaunchOptions): BrowserLaunchOptions {
  const others = args
    .filter((argument) => argument.startsWith('--disable-features='))
    .flatMap((argument) => argument.slice('--disable-features='.length).split(','))
  const features = new Set([...others, ...ofPlaywright, ...beside])
  return {
    executablePath,
    args: [
      ...args.filter((argument) => !argument.startsWith('--disable-features=')),
      `--disable-features=${[...features].join(',')}`,
      drawnByProcessor,
    ],
  }
}
