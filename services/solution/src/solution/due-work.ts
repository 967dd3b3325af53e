/** One thing that is due; answers how many things it did, none where somebody else was faster. */
export type DueWork = () => Promise<number>
