import { catalogue, type CheckCode } from './catalogue.ts'

/** Number of the layout that this build has drawn; `build.ts` puts it in the place of this name. */
declare const BOLLARD_LAYOUT: number | undefined

/** Source that nobody has built, as in unit tests, has this one. */
const unbuilt = {
  layout: 1,
  slots: [
    56, 60, 45, 26, 22, 10, 44, 36, 27, 13, 63, 53, 30, 21, 43, 29, 62, 4, 2, 37, 15, 33, 5, 9, 42, 46, 50, 61, 28, 38,
    14, 57, 6, 52, 19, 39, 48, 11, 31, 47, 17, 1, 8, 49, 34, 18, 3, 55, 51, 12, 20, 7, 25,
  ],
}

/** Tells the service where each verdict lies. */
export const layoutNumber: number = typeof BOLLARD_LAYOUT === 'undefined' ? unbuilt.layout : BOLLARD_LAYOUT

/** Where the verdict of a check lies, 0 … 63. The build has already put this in the place of each code, so that no code is in what ships. */
export function slotOf(code: string): number {
  return typeof BOLLARD_LAYOUT === 'undefined'
    ? (unbuilt.slots[catalogue.indexOf(code as CheckCode)] ?? 0)
    : Number(code)
}
