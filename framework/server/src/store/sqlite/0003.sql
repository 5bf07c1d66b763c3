-- The id of a table is called by what it is.
alter table journal rename column place to table_id;
alter table journal_tail rename column place to table_id;
alter table chat rename column place to table_id;
alter table results rename column place to table_id;
alter table scores rename column place to table_id;
drop index chat_by_place;
create index chat_by_table on chat (table_id, id);
