CREATE INDEX ticket_received ON ticket (received DESC, id);
CREATE INDEX ticket_suspect ON ticket (id) WHERE suspect = 1 AND erased = '';
CREATE INDEX ticket_entry_author ON ticket_entry (author) WHERE author <> '';
