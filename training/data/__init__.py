"""Training data: drawings from several sources, their labels, augmentation and batches."""
