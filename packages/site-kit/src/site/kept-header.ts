/** With it a page tells its host that it may be kept for others; it goes no further. */
export const keptHeader = 'x-bollard-kept'
