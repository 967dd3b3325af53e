/**
 * What a text is: a guide of the documentation, an article of the website (learn, wiki), or a legal text, whose gaps the operator of an
 * installation fills.
 */
export type TextKind = 'guide' | 'article' | 'legal'

/** The kind of the texts in a section. */
export type KindOfSection = (section: string) => TextKind

export const onlyGuides: KindOfSection = () => 'guide'
