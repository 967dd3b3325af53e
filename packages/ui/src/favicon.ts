import address from './favicon.svg?no-inline'

/** Address of the three posts as a page icon. */
export const favicon: string = address
