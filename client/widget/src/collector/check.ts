import type { CheckCode } from './catalogue.ts'
import type { NavigatorDescription } from './describe-navigator.ts'
import type { Hands } from './watch-hands.ts'

/** The window of an empty frame, made for the checks: nothing of the page has touched it. */
export type Realm = Window & typeof globalThis

/** What the checks look at. */
export interface Scene {
  /** The page's own window. */
  readonly page: Realm
  /** Undefined where no empty frame can be made. */
  readonly clean: Realm | undefined
  /** What a worker says of the browser; undefined where there was none. */
  readonly worker: NavigatorDescription | undefined
  readonly hands: Hands
  /** Automation globals seen when the widget was loaded. */
  readonly globalsAtLoad: boolean
  /** Whether something was written into the field that no visitor can see. */
  readonly honeypotFilled: boolean
  /** Whether the form is about to be sent. */
  readonly submitted: boolean
  /** Whether the clock is made coarse, as some browsers do to protect their users: times then say nothing. */
  readonly coarseClock: boolean
}

/** True: found. False: looked and did not find. Undefined: does not apply here. Throwing counts as undefined. */
export type Check = (scene: Scene) => boolean | undefined | Promise<boolean | undefined>
export type Checks<Code extends CheckCode> = Readonly<Record<Code, Check>>
