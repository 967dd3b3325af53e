// oxlint-disable typescript/no-explicit-any -- what is not installed has no types
// The lab installs its bots with a lockfile of its own, never with `npm start`. `tsconfig.check.json` checks the lab's own code
// without them; `tsconfig.json` checks it against their real types once `run.ts` has installed them.
declare module '@fingerprintjs/botd'
declare module '@browserbasehq/stagehand'
declare module 'chrome-remote-interface' {
  export type Client = any
  const connect: any
  export default connect
}
declare module 'fingerprint-generator' {
  export type FingerprintGeneratorOptions = any
  export const FingerprintGenerator: any
}
declare module 'fingerprint-injector'
declare module 'ghost-cursor'
declare module 'got-scraping'
declare module 'happy-dom'
declare module 'impit'
declare module 'jsdom' {
  export type DOMWindow = Window & typeof globalThis & { eval(code: string): any }
  export const JSDOM: any
  export const VirtualConsole: any
}
declare module 'patchright-core' {
  export type BrowserContext = any
  export const chromium: any
}
declare module 'playwright-core-1-49'
declare module 'playwright-extra'
declare module 'puppeteer-core-22'
declare module 'puppeteer-extra'
declare module 'puppeteer-extra-plugin-stealth'
declare module 'puppeteer-real-browser'
declare module 'rebrowser-playwright-core'
declare module 'rebrowser-puppeteer-core'
declare module 'selenium-webdriver' {
  export type WebDriver = any
  export type WebElement = any
  export const Builder: any
  export const By: any
  export const Browser: any
  export const until: any
}
declare module 'selenium-webdriver/chrome.js' {
  export type Options = any
  export const Options: any
  export const ServiceBuilder: any
}
declare module 'undici'
declare module 'webdriverio'
declare module 'wreq-js'

declare namespace WebdriverIO {
  type Browser = any
}
