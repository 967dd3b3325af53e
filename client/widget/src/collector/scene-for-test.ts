import type { Scene } from './check.ts'
import { noHands } from './watch-hands.ts'

/** A scene in which nothing has happened yet, on a page that a test writes. */
export function sceneOn(page: object, other: Partial<Scene> = {}): Scene {
  return {
    page: page as unknown as Scene['page'],
    clean: undefined,
    worker: undefined,
    hands: noHands(),
    globalsAtLoad: false,
    coarseClock: false,
    honeypotFilled: false,
    submitted: false,
    ...other,
  }
}
