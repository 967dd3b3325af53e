import { browserLaunchOptions } from '@bollard/testing'

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

/** What `chromium.launch` of Playwright takes. */
export async function leanLaunchOptions(): Promise<{ executablePath: string; args: string[] }> {
  const { executablePath, args } = await browserLaunchOptions()
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
