/** What the buttons can say of a visitor; `none` takes back what was said. */
export const feedbackChoices = ['PERSON', 'BOT', 'none'] as const

/** What the page's action answers to them. */
export type FeedbackAnswer =
  | { readonly saved: (typeof feedbackChoices)[number] }
  | { readonly problem: { readonly code: string } }
