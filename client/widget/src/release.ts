/** Version and number of this build, as in `0.1.0-1a2b3c4d`; `build.ts` puts it in the place of this name. */
declare const BOLLARD_RELEASE: string | undefined

/**
 * Stands behind the addresses of the files that this build loads later, so that a copy in a cache, in a page opened before an upgrade or on
 * the owner's own server goes on with the files that it was built with. Content policies do not look at it.
 */
export const ofThisRelease = typeof BOLLARD_RELEASE === 'undefined' ? '' : `?${BOLLARD_RELEASE}`
