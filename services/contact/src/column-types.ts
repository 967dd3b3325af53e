import type { Enquiry } from '@bollard/contracts'

/** What the statements build of `enquiryColumns`: `jsonb_agg` of replies. */
interface BuiltOfEnquiry {
  replies: Enquiry['replies']
}

/** Columns of one statement, which the schema cannot say. */
export interface ResultTypes {
  'contact-enquiries': BuiltOfEnquiry
  'contact-enquiry': BuiltOfEnquiry
  'contact-enquiries-of-person': BuiltOfEnquiry
  'contact-inbox': BuiltOfEnquiry
  'contact-inbox-one': BuiltOfEnquiry
}
