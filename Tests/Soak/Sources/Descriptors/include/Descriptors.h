/// Leaves the process no more than so many descriptors. What is open stays open.
void descriptors_run_out(unsigned long most);

/// Gives it as many again as it had.
void descriptors_come_back(void);
