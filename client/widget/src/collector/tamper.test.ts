import { expect, test } from 'vitest'
import { tamper } from './tamper.ts'
import { sceneOn } from './scene-for-test.ts'

class Frame {
  readonly attributes = new Map<string, string>()
  set srcdoc(text: string) {
    this.attributes.set('srcdoc', text)
  }
  get contentWindow(): object | null {
    return null
  }
}

const withFrames = (createElement: () => Frame) => sceneOn({ document: { createElement } })

test('a frame that hangs nowhere has no window', () => {
  expect(tamper['early-frame-lie'](withFrames(() => new Frame()))).toBe(false)
})

/** As the stealth plugin does: the text of a frame, once set, makes a window. */
function stealthy(): Frame {
  return Object.defineProperty(new Frame(), 'srcdoc', {
    set(this: Frame) {
      Object.defineProperty(this, 'contentWindow', { value: {} })
    },
  })
}

test('a tool that gives frames a window of its own does so too soon', () => {
  expect(tamper['early-frame-lie'](withFrames(stealthy))).toBe(true)
  expect(
    tamper['early-frame-lie'](withFrames(() => Object.defineProperty(new Frame(), 'contentWindow', { value: null }))),
  ).toBe(true)
})

function navigatorOf(change: (prototype: object) => void = () => {}) {
  class Navigator {
    get userAgent(): string {
      return 'Chrome'
    }
    get hardwareConcurrency(): number {
      return 8
    }
    readonly plugins = {}
    readonly mimeTypes = {}
  }
  change(Navigator.prototype)
  return { Navigator, navigator: new Navigator() }
}

test('a browser that was left alone has no proxies', () => {
  expect(tamper['proxy-lie'](sceneOn(navigatorOf()))).toBe(false)
})

test('a proxy before one getter, or before an object of the browser, is found', () => {
  const proxied = navigatorOf((prototype) => {
    const before = Reflect.getOwnPropertyDescriptor(prototype, 'hardwareConcurrency')
    Object.defineProperty(prototype, 'hardwareConcurrency', {
      get: new Proxy(before?.get ?? (() => 8), { apply: () => 4 }),
    })
  })
  expect(tamper['proxy-lie'](sceneOn(proxied))).toBe(true)
  const { Navigator, navigator } = navigatorOf()
  expect(tamper['proxy-lie'](sceneOn({ Navigator, navigator: new Proxy(navigator, {}) }))).toBe(true)
})
