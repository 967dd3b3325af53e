-- Messages of before belong to no notice.
alter table subscriber_messages validate constraint subscriber_messages_notice_id_fkey;
