-- SHA-256 of the id of the browser that signed up; in that one the link alone confirms the address. Null, also for links from
-- before this: the password is needed as well.
ALTER TABLE email_tokens ADD COLUMN browser_hash text;
