/// How often memory has been allocated in this process, by any thread; -1 where that is not counted.
long allocationCount(void);
