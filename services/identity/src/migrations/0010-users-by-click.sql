-- Those who came by an advertisement are few, and looked for every few minutes.
CREATE INDEX users_of_click ON users (advertising_token_id) WHERE advertising_token_id IS NOT NULL;
