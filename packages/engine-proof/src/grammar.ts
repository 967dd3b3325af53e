/** The language of the programs, in a challenge. Whatever changes an answer gets a new one; 0 means that there is nothing to compute. */
export const grammarVersion = 1
