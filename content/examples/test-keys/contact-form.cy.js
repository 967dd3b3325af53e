describe('the contact form', () => {
  it('is sent by a visitor', () => {
    cy.visit('/')
    cy.get('[name=email]').type('ada@example.org')
    cy.get('[name=message]').type('Hello')
    // The widget holds the form until it has a token, so one press is enough.
    cy.contains('button', 'Send').click()
    cy.contains('Thank you.')
  })
})
